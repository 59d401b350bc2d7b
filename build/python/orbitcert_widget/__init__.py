"""
Certificates of point clouds in notebooks: computed by the engine in the browser, shown as the page shows them, and back in
Python as dictionaries. No program is needed beside the notebook, and no network.

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
