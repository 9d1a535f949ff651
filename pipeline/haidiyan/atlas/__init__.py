"""Read the book on every chart at once: which situations hold and which claims are in force, chart by chart.

A chart is a hexagram, the lines that move, a month and a day: 64 × 64 × 12 × 60 = 2,949,120 of them, no line marked 殺.
"""
