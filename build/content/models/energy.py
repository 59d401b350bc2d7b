"""The energy of a small molecule from its atoms: network, training, export and card.

  python3 energy.py train FOLDER OUT.pt    FOLDER with molecules-*.npz of molecules.py
  python3 energy.py export IN.pt OUT.onnx
  python3 energy.py card FOLDER IN.pt MODEL.onnx
  python3 energy.py forces ENERGY.onnx OUT.onnx   writes minus the gradient of the exported energy, and prints its card

Every fifth molecule, with all its conformers, is held out of training. The network and its epochs were chosen by
their error, so an error on molecules that no choice has seen may be larger. Training adds noise to the coordinates and
asks for the energy without it, so the model learns what the median of its noisy numbers should be.
"""

import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional

import small
from networks import restored

ELEMENTS = [1, 6, 7, 8]
SIGMA = 0.05
HOLD = 5


class EnergyNet(nn.Module):
    """A sum over atoms of a perceptron of the atom's element and its surroundings: for each element the atoms around it
    by distance, in smooth bins (after Behler and Parrinello 2007, without angles). Coordinates B x N x 3 and elements
    B x N to B x 1. An atom of element 0 is none. Bins are scaled as those of training atoms are spread."""

    description = "distances to atoms of each element in smooth bins, a perceptron for each atom, their sum"

    def __init__(self, width=96, bins=32, nearest=0.8, reach=5.0):
        super().__init__()
        self.reach, self.spread = reach, 1.2 * (reach - nearest) / (bins - 1)
        self.register_buffer("at", torch.linspace(nearest, reach, bins))
        self.register_buffer("middle", torch.zeros(bins * len(ELEMENTS)))
        self.register_buffer("scale", torch.ones(bins * len(ELEMENTS)))
        self.alone = nn.Linear(len(ELEMENTS), 1, bias=False)
        self.inner = nn.Sequential(nn.Linear((bins + 1) * len(ELEMENTS), width), nn.Softplus(), nn.Linear(width, width), nn.Softplus(), nn.Linear(width, 1))

    def around(self, positions, kinds):
        """The atoms of each element around each, B x N x bins of all elements."""
        between = positions[:, :, None] - positions[:, None]
        distance = ((between * between).sum(3, keepdim=True) + 1e-6).sqrt()
        near = torch.exp((-0.5 * ((distance - self.at) / self.spread) ** 2).clamp(min=-30))
        fade = 0.5 * torch.cos(distance.clamp(max=self.reach) * (np.pi / self.reach)) + 0.5
        return ((near * fade).transpose(2, 3) @ kinds[:, None]).flatten(2)

    def fit(self, positions, elements, energy):
        """Starts from the best sum over elements, and scales the bins."""
        kinds = one_hot(elements)
        self.alone.weight.data = torch.linalg.lstsq(kinds.sum(1), energy[:, None]).solution.T
        seen = self.around(positions, kinds)[kinds.sum(2) > 0]
        self.middle[:], self.scale[:] = seen.mean(0), 1 / (seen.std(0) + 0.05)

    def forward(self, positions, elements):
        kinds = one_hot(elements)
        seen = (self.around(positions, kinds) - self.middle) * self.scale
        return ((10 * self.inner(torch.cat([seen, kinds], 2)) + self.alone(kinds)) * kinds.sum(2, keepdim=True)).sum(1)


class Forces(nn.Module):
    """Minus the gradient of an EnergyNet by the positions, B x N x 3, by the chain rule: ONNX has no gradients."""

    description = "minus the gradient of energy.onnx by the positions of the atoms"

    def __init__(self, energy):
        super().__init__()
        self.energy = energy

    def forward(self, positions, elements):
        e, kinds = self.energy, one_hot(elements)
        between = positions[:, :, None] - positions[:, None]
        distance = ((between * between).sum(3, keepdim=True) + 1e-6).sqrt()
        near = torch.exp((-0.5 * ((distance - e.at) / e.spread) ** 2).clamp(min=-30))
        phase = distance.clamp(max=e.reach) * (np.pi / e.reach)
        slope = near * ((e.at - distance) / e.spread ** 2 * (0.5 * torch.cos(phase) + 0.5) - 0.5 * np.pi / e.reach * torch.sin(phase))
        seen = (e.around(positions, kinds) - e.middle) * e.scale
        first, _, second, _, last = e.inner
        inner = first(torch.cat([seen, kinds], 2))
        outer = 10 * last.weight[0] * torch.sigmoid(second(functional.softplus(inner)))
        by_bin = ((outer @ second.weight) * torch.sigmoid(inner)) @ first.weight[:, : len(e.scale)] * e.scale * kinds.sum(2, keepdim=True)
        of = kinds[:, None] @ by_bin.view(*seen.shape[:2], len(e.at), len(ELEMENTS)).transpose(2, 3)
        pull = (of * slope).sum(3)
        return -((pull + pull.transpose(1, 2))[..., None] * between / distance).sum(2)


def one_hot(elements):
    return torch.stack([(elements == z).float() for z in ELEMENTS], 2)


def opened(folder):
    """Points, elements and energies to train on, and those held out, of all files of the folder."""
    files = [np.load(path) for path in sorted(Path(folder).glob("molecules-*.npz"))]
    held = np.concatenate([file["molecule"] for file in files]) % HOLD == 0
    whole = [torch.from_numpy(np.concatenate([file[name] for file in files])) for name in ("points", "elements", "energy")]
    whole[2] = whole[2].float()
    return [one[~held] for one in whole], [one[held] for one in whole]


def train(options):
    torch.manual_seed(1)
    (points, elements, energy), _ = opened(options.molecules)
    model = EnergyNet()
    model.fit(points, elements, energy)

    def loss(which):
        sigma = torch.empty(len(which), 1, 1).uniform_(0, 1.2 * SIGMA)
        most = int((elements[which] > 0).sum(1).max())
        noisy = (points[which] + sigma * torch.randn(len(which), points.shape[1], 3))[:, :most]
        return functional.smooth_l1_loss(model(noisy, elements[which][:, :most])[:, 0], energy[which])

    small.fit(model, len(points), loss, options, decay=1e-2, rise=0.1)


def load(path):
    return restored(path, lambda _: EnergyNet())


@torch.no_grad()
def medians(model, points, elements, sigma, samples):
    """The median of the numbers of noisy copies of each conformer."""
    found = []
    for cloud, kinds in zip(points, elements):
        atoms = int((kinds > 0).sum())
        noisy = cloud[:atoms] + sigma * torch.randn(samples, atoms, 3)
        found.append(model(noisy, kinds[:atoms].expand(samples, -1)).median())
    return torch.stack(found)


def error(found, energy):
    """Mean absolute error."""
    return round(float((found - energy).abs().mean()), 2)


@torch.no_grad()
def measured(path, model):
    """Errors on molecules held out: without noise, smoothed, and of the best sum over elements."""
    torch.manual_seed(7)
    (points, elements, energy), held = opened(path)
    composition = EnergyNet()
    composition.fit(points, elements, energy)
    points, elements, want = held
    return {
        "conformers": len(want), "spread": round(float(want.std()), 2),
        "clean_error": error(medians(model, points, elements, 0, 1), want),
        "smoothed_error": error(medians(model, points, elements, SIGMA, 101), want),
        "error_of_composition": error(composition.alone(one_hot(elements).sum(1))[:, 0], want),
    }


def export(options):
    model, _ = load(options.checkpoint)
    example = torch.randn(2, 9, 3), torch.tensor([[6, 6, 8, 1, 1, 1, 7, 1, 1]] * 2)
    axes = {"positions": {0: "batch", 1: "atoms"}, "elements": {0: "batch", 1: "atoms"}, "energy": {0: "batch"}}
    small.export(model, example, options.out, ["positions", "elements"], "energy", axes, unit="kcal/mol")


def opened_file(path):
    """The network of an exported energy. The exporter names weights that it turned by numbers, in the order of the layers."""
    arrays = {t.name.removesuffix(".half"): torch.from_numpy(numpy_helper.to_array(t).astype(np.float32)) for t in onnx.load(path).graph.initializer}
    turned = [arrays.pop(name).T for name in sorted(name for name in arrays if name.startswith("onnx::"))]
    model = EnergyNet()
    model.load_state_dict({**arrays, **dict(zip(("inner.0.weight", "inner.2.weight", "inner.4.weight", "alone.weight"), turned))})
    return model.eval()


def forces(options):
    example = torch.randn(2, 9, 3), torch.tensor([[6, 6, 8, 1, 1, 1, 7, 1, 1]] * 2)
    axes = {name: {0: "batch", 1: "atoms"} for name in ("positions", "elements", "forces")}
    model = Forces(opened_file(options.energy))
    small.export(model, example, options.out, ["positions", "elements"], "forces", axes, fold=False, unit="kcal/mol/Å")
    of = json.loads(Path(options.energy).with_suffix(".json").read_text())
    print(json.dumps({
        **small.about(options.out, model), "returns": "a force on each atom in kcal/mol/Å", "gradient_of": {name: of[name] for name in ("name", "sha256")},
        **{name: of[name] for name in ("attributes", "invariance", "data", "training", "sigma", "licence")},
    }, indent=2, ensure_ascii=False))


def card(options):
    model, trained = load(options.checkpoint)
    molecules = sum(len(np.unique(np.load(path)["molecule"])) for path in Path(options.molecules).glob("molecules-*.npz"))
    print(json.dumps({
        **small.about(options.model, model),
        "returns": "energy in kcal/mol", "attributes": ["element"], "invariance": {"group": "E", "how": "made"},
        "data": f"conformers of {molecules} small molecules of H, C, N and O, MMFF94 energies by Open Babel (molecules.py); MIT",
        "training": {"sigma": [0, 1.2 * SIGMA], **{k: trained[k] for k in ("epochs", "batch", "rate")}, "hold": HOLD, "seed": 1},
        "sigma": SIGMA, "test": measured(options.molecules, model), "licence": "MIT",
    }, indent=2))


if __name__ == "__main__":
    calls = small.Calls(__doc__)
    calls.add("train", train, "molecules", "out", epochs=60, batch=16, rate=3e-3)
    calls.add("export", export, "checkpoint", "out")
    calls.add("forces", forces, "energy", "out")
    calls.add("card", card, "molecules", "checkpoint", "model")
    calls.run()
