"""
Certified accuracy of furniture-64 against every perturbation up to a norm, and its accuracy under attack by gradients through the
smoothed classifier:

  attack.py SHAPES.jsonl > site/docs/figures/attacked.json

SHAPES.jsonl has the clouds of its set, as build/content/models/clouds.py writes them; every third of them is attacked. Needs the
package orbitcert, PyTorch and onnx. What is done stays in build/out/paper/attacked, and is not done again.
"""

import json
import sys
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from orbitcert.torch import Invariant, certify_dataset
from torch import nn

TOP = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "build/content/models"))
from networks import ViewsNet  # noqa: E402

SIGMA, SAMPLES, SUBSAMPLE, STEPS, EVERY = 0.05, 1000, 64, 48, 3
NORMS = [0, 0.06, 0.12, 0.18, 0.24, 0.3, 0.36, 0.42, 0.48, 0.54, 0.6, 0.75, 0.9, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6]


def exported(path):
    """The network of an exported file, whose convolutions have taken up the norms behind them: these do nothing but add its biases."""
    graph = onnx.load(path).graph
    values = {tensor.name.removesuffix(".half"): torch.tensor(numpy_helper.to_array(tensor)).float() for tensor in graph.initializer}
    named = [values[name] for name in values if name.startswith("onnx::Conv_")]  # whatever the convolutions have become
    made = list(zip((one for one in named if one.ndim == 4), (one for one in named if one.ndim == 1)))
    network = ViewsNet(3, len(values["classes.bias"]), widths=[len(bias) for _, bias in made[:3]], hidden=len(values["hidden.0.bias"]))
    layers = list(network.features)
    for place, (weight, bias) in zip([i for i, layer in enumerate(layers) if isinstance(layer, nn.Conv2d)], made):
        layers[place].weight.data = weight
        layers[place + 1].eps, layers[place + 1].bias.data = 0.0, bias
    own = {name: value for name, value in network.state_dict().items() if not name.startswith(("hidden", "classes"))}
    network.load_state_dict({**own, **{name: values[name] for name in network.state_dict() if name in values}}, strict=False)
    return network.eval()


if __name__ == "__main__":
    torch.set_num_threads(1)
    clouds = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()][::EVERY]
    classes = json.loads((TOP / "site/models/furniture-64.json").read_text())["classes"]
    model = TOP / "site/models/furniture-64.onnx"
    run = certify_dataset(
        Invariant(exported(model), "SE", layout="BDN"), [(torch.tensor([cloud["points"]], dtype=torch.float64), [cloud["label"]]) for cloud in clouds],
        TOP / "build/out/paper/attacked", sigma=SIGMA, samples=SAMPLES, subsample=SUBSAMPLE, attack={"family": "ball", "norms": NORMS, "search": STEPS},
        classes=classes, file=model, workers=1, runner_up=False,
    )
    print(json.dumps({"steps": STEPS, "samples": SAMPLES, **run.document}, separators=(",", ":")))
