"""Cast a hexagram: from what a user gives to the lines that moved, and when."""
