"""Measure what the project does against what else does it, as ratios of times taken in one run."""
