"""The networks: clouds B x D x N to logits B x C."""

import torch
from torch import nn

from orbitcert.torch import Invariant


def perceptron(widths, layer, norm):
    """Linear maps between the widths, each with batch norm and ReLU."""
    return nn.Sequential(*(part for a, b in zip(widths, widths[1:]) for part in (layer(a, b), norm(b), nn.ReLU())))


def pointwise(*widths):
    """One perceptron for every point: B x D x N to B x C x N."""
    return perceptron(widths, lambda a, b: nn.Conv1d(a, b, 1), nn.BatchNorm1d)


def dense(*widths):
    """B x A to B x C."""
    return perceptron(widths, nn.Linear, nn.BatchNorm1d)


def pooled(features):
    """Maximum and mean over the points: B x C x N to B x 2C."""
    return torch.cat([features.amax(2), features.mean(2)], 1)


class PointNet(nn.Module):
    """Points one by one, pooled by maximum and mean, then a perceptron
    (after Qi et al. 2017, without its T-Nets: poses take their place)."""

    description = "PointNet without T-Nets, maximum and mean pooling"

    def __init__(self, dimension, classes, widths=(64, 128, 512), hidden=256):
        super().__init__()
        self.points = pointwise(dimension, *widths)
        self.hidden = dense(2 * widths[-1], hidden)
        self.drop = nn.Dropout(0.3)
        self.classes = nn.Linear(hidden, classes)

    def forward(self, clouds):
        return self.classes(self.drop(self.hidden(pooled(self.points(clouds)))))


def bumps(clouds, at, spread):
    """A Gaussian bump for each coordinate at the places of a grid: B x N x G for each of D coordinates.
    None is below e^-30, which changes no sum: products of smaller ones are denormal, and processors take many times as long for those."""
    return torch.exp((-0.5 * ((clouds[..., None] - at) / spread) ** 2).clamp(min=-30)).unbind(1)


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
        self.hidden = dense(second * (cells // 4) ** 2, hidden)
        self.drop = nn.Dropout(0.3)
        self.classes = nn.Linear(hidden, classes)

    def density(self, clouds):
        """B x 1 x G x G."""
        x, y = bumps(clouds, self.at, self.spread)
        return (x.transpose(1, 2) @ y * (25 / clouds.shape[2]))[:, None]

    def forward(self, clouds):
        return self.classes(self.drop(self.hidden(self.features(self.density(clouds)).flatten(1))))


class ViewsNet(nn.Module):
    """The density of a cloud in space as it is seen along each of its axes, as in DensityNet:
    three square grids, the same convolutions over each, then a perceptron over all."""

    description = "densities seen along the three axes (mean of one Gaussian a point), three convolutions"

    def __init__(self, dimension, classes, cells=20, reach=1.25, widths=(32, 64, 96), code=32, hidden=128):
        super().__init__()
        if dimension != 3:
            raise ValueError("the views are of space")
        self.register_buffer("at", torch.linspace(-reach, reach, cells))
        self.spread = 2 * reach / (cells - 1)  # between two cells
        first, second, third = widths
        self.features = nn.Sequential(
            *square(1, first), nn.MaxPool2d(2), *square(first, second), nn.MaxPool2d(2),
            *square(second, third), nn.Conv2d(third, code, 1, bias=False), nn.BatchNorm2d(code), nn.ReLU())
        self.hidden = dense(3 * code * (cells // 4) ** 2, hidden)
        self.drop = nn.Dropout(0.3)
        self.classes = nn.Linear(hidden, classes)

    def views(self, clouds):
        """B x 3 x G x G."""
        x, y, z = bumps(clouds, self.at, self.spread)
        planes = [a.transpose(1, 2) @ b for a, b in ((x, y), (x, z), (y, z))]
        return torch.stack(planes, 1) * (25 / clouds.shape[2])

    def forward(self, clouds):
        cells = len(self.at)
        features = self.features(self.views(clouds).reshape(-1, 1, cells, cells))
        return self.classes(self.drop(self.hidden(features.reshape(clouds.shape[0], self.hidden[0].in_features))))


class EdgeConv(nn.Module):
    """For each point ReLU(max over its k nearest of theta (x_j - x_i) + phi x_i), nearest
    in the space of its features (Wang et al. 2019, eq. 7, the batch norm behind the maximum): B x N x C to B x N x C'."""

    def __init__(self, before, after, k):
        super().__init__()
        self.k = k
        self.neighbour = nn.Linear(before, after, bias=False)
        self.point = nn.Linear(before, after, bias=False)
        self.norm = nn.BatchNorm1d(after)

    def forward(self, x):
        theta = self.neighbour(x)
        features = self.farthest(theta, self.nearest(x)) - theta + self.point(x)
        return torch.relu(self.norm(features.flatten(0, 1))).view(theta.shape)

    def nearest(self, x):
        """Of each point its k nearest, itself among them: B x N x k."""
        nearness = 2 * x @ x.transpose(1, 2) - (x * x).sum(2)[:, None, :]
        return nearness.topk(self.k, 2).indices

    def farthest(self, theta, near):
        """The maximum of theta over the near points. Its gradient goes to one of them, so that only these are gathered for it."""
        b, n, c = theta.shape
        rows = near + torch.arange(b, device=near.device)[:, None, None] * n
        neighbours = theta.reshape(b * n, c)[rows.flatten()].view(b, n, self.k, c)
        if not self.training:
            return neighbours.amax(2)
        return theta.gather(1, near.gather(2, neighbours.detach().max(2).indices))


class DGCNN(nn.Module):
    """Three edge convolutions on graphs of 16 neighbours, their features together, pooled
    by maximum and mean (after Wang et al. 2019, narrower)."""

    description = "DGCNN, three edge convolutions, 16 neighbours, maximum and mean pooling"

    def __init__(self, dimension, classes, widths=(32, 64, 128), code=256, hidden=128, k=16):
        super().__init__()
        self.edges = nn.ModuleList(EdgeConv(a, b, k) for a, b in zip((dimension, *widths), widths))
        self.points = pointwise(sum(widths), code)
        self.hidden = dense(2 * code, hidden)
        self.drop = nn.Dropout(0.3)
        self.classes = nn.Linear(hidden, classes)

    def forward(self, clouds):
        features, x = [], clouds.transpose(1, 2)
        for layer in self.edges:
            x = layer(x)
            features.append(x)
        return self.classes(self.drop(self.hidden(pooled(self.points(torch.cat(features, 2).transpose(1, 2))))))


def square(before, after):
    """One 3 x 3 convolution with batch norm and ReLU."""
    return nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU()


NETWORKS = {"pointnet": PointNet, "density": DensityNet, "views": ViewsNet, "dgcnn": DGCNN}


def build(options, dimension, classes):
    """The network that the options of a training name."""
    return NETWORKS[options["network"]](dimension, classes, **({"widths": options["widths"]} if options.get("widths") else {}))


def restored(path, build):
    """Returns the network of a checkpoint and the options of its training. `build` makes the network from these options."""
    saved = torch.load(path)
    model = build(saved["options"])
    model.load_state_dict(saved["weights"])
    return model.eval(), saved["options"]


def about(group):
    """Return the fields of an invariance beside the name of its group: the axis is the vertical one, with translations."""
    return {"axis": [0, 0, 1], "translation": True} if group == "axis" else {}


def invariant(model, group, turn=None):
    """The classifier of clouds B x N x D that is made of a network: of all its poses, or with turn="random" of a random turn."""
    return Invariant(model, group, layout="BDN", **about(group), **({"turn": turn} if turn else {}))
