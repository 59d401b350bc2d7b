"""
Certificates of point clouds in notebooks.

The engine runs in the browser, without a network. Widgets look as on the page, and Python gets their results as dictionaries.

    shown = orbitcert_widget.Certificate(clean, perturbed, sigma=0.1, votes=9731, samples=10_000, group="SE")
    shown                # in a cell of its own
    shown.certified      # in a later cell
"""

from .certificate import Certificate
from .cloud import Cloud
from .errors import Error, InputError
from .explore import Explore
from .votes import Votes
from .withstand import Withstand

__all__ = ["Certificate", "Cloud", "Error", "Explore", "InputError", "Votes", "Withstand"]
