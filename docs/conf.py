"""What Sphinx is told: the guides are Markdown, every other page comes from the dataset, nothing from elsewhere."""

project = "海底眼 haidiyan"
extensions = ["myst_parser", "haidiyan.publication.pages.extension"]
root_doc = "index"
source_suffix = {".md": "markdown"}
exclude_patterns = ["LICENSE*"]

html_theme_path = ["."]
html_theme = "theme"
html_title = project
html_use_index = False
html_copy_source = False
html_show_sphinx = False
html_permalinks = False

highlight_language = "text"
pygments_style = "default"
suppress_warnings = ["misc.highlighting_failure"]  # an example may leave something out, …

myst_heading_anchors = 3
