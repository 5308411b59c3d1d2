"""What goes to a browser: the scripts and styles of widgets, and whole pages that move without a kernel."""

from .scripts import script as script
from .scripts import style as style
