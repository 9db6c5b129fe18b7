"""From the files of a scenario to one linked whole: reads folders and tables, nothing else."""
