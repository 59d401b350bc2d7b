"""The networks: clouds B x N x D to logits B x C."""

import torch
from torch import nn


class Rows(nn.Module):
    """One perceptron for every point: linear, batch norm, ReLU."""

    def __init__(self, widths):
        super().__init__()
        pairs = list(zip(widths, widths[1:]))
        self.linear = nn.ModuleList(nn.Linear(a, b) for a, b in pairs)
        self.norm = nn.ModuleList(nn.BatchNorm1d(b) for _, b in pairs)

    def forward(self, x):
        for linear, norm in zip(self.linear, self.norm):
            x = torch.relu(norm(linear(x)))
        return x


class PointNet(nn.Module):
    """Points one by one, pooled by maximum and mean, then a perceptron
    (after Qi et al. 2017, without its T-Nets: poses take their place)."""

    description = "PointNet without T-Nets, maximum and mean pooling"

    def __init__(self, dimension, classes, widths=(64, 128, 512), hidden=256):
        super().__init__()
        self.points = Rows((dimension, *widths))
        self.hidden = Rows((2 * widths[-1], hidden))
        self.drop = nn.Dropout(0.3)
        self.classes = nn.Linear(hidden, classes)

    def code(self, clouds):
        b, n, d = clouds.shape
        rows = self.points(clouds.reshape(b * n, d)).view(b, n, -1)
        return torch.cat([rows.amax(1), rows.mean(1)], 1)

    def forward(self, clouds):
        return self.classes(self.drop(self.hidden(self.code(clouds))))


class DensityNet(nn.Module):
    """The density of a plane cloud on a square grid (one Gaussian for every
    point, a mean over points), then convolutions. The density is a sum over
    points of a fixed feature of one point (Zaheer et al. 2017, Deep Sets), and
    noise only blurs it."""

    description = "density on a grid (mean of one Gaussian a point), four convolutions"

    def __init__(self, dimension, classes, cells=20, reach=1.25, widths=(32, 64), hidden=128):
        super().__init__()
        if dimension != 2:
            raise ValueError("the grid is in the plane")
        self.register_buffer("at", torch.linspace(-reach, reach, cells))
        self.spread = 2 * reach / (cells - 1)  # between two cells
        first, second = widths
        self.features = nn.Sequential(
            *square(1, first), *square(first, first), nn.MaxPool2d(2),
            *square(first, second), *square(second, second), nn.MaxPool2d(2))
        self.hidden = Rows((second * (cells // 4) ** 2, hidden))
        self.drop = nn.Dropout(0.3)
        self.classes = nn.Linear(hidden, classes)

    def density(self, clouds):
        """B x 1 x G x G."""
        bumps = torch.exp(-0.5 * ((clouds[..., None] - self.at) / self.spread) ** 2)
        return (bumps[:, :, 0].transpose(1, 2) @ bumps[:, :, 1] * (25 / clouds.shape[1]))[:, None]

    def forward(self, clouds):
        return self.classes(self.drop(self.hidden(self.features(self.density(clouds)).flatten(1))))


def square(before, after):
    """One 3 x 3 convolution with batch norm and ReLU."""
    return nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU()


def build(options, dimension, classes):
    """The network that the options of a training name."""
    if options["network"] == "density":
        return DensityNet(dimension, classes)
    return PointNet(dimension, classes, options["widths"])
