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
