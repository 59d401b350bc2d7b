"""Trains one model and writes its weights.

  python3 train.py digits FOLDER --out digits.pt [--sigma 0.1] [--epochs 40] …

Every step sees fresh clouds with fresh noise of the standard deviation that the
model is to be smoothed with, in one random pose each: noise, poses and losses are those of
orbitcert.torch. Two values of --sigma are a range: every cloud gets one of its own
from there, uniformly. --average has the first term of MACER, of the mean of the copies' probabilities: as near to what the
vote says as a gradient comes.
--subsample k trains on k points of each cloud, drawn anew for every copy, as the votes draw them. --teacher has half of
the loss from what another model says of the same noisy clouds (Hinton et al. 2015). --noise draws a transformation about z
for every copy before its noise, as votes with noise on transformations do.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from clouds import OPENERS, batch, open_data, saved_shapes, standing
from networks import NETWORKS, build, invariant, restored
from orbitcert.torch import Smoothed, gaussian, macer
from synthetic import synthetic_shapes

# A GPU where there is one.
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")

# Standard deviations at which clouds are measured that were held back, or are of other libraries.
MEASURED = 0.05, 0.1, 0.2


def step(smoothed, clouds, labels, options, teacher=None):
    """The loss of one batch."""
    if teacher:
        return taught(smoothed, clouds, labels, options, teacher)
    logits = smoothed.logits(clouds)
    if options.average:
        return macer(logits, labels, max(options.sigma), weight=0)
    return gaussian(logits, labels, label_smoothing=options.smoothing)


def taught(smoothed, clouds, labels, options, teacher):
    """The mean of the cross entropies with the labels and with a teacher's probabilities, at the same noisy clouds."""
    noisy = smoothed.noisy(clouds)
    logits = smoothed.model(noisy)
    with torch.no_grad():
        told = teacher(noisy).softmax(1)
    own = gaussian(logits.view(smoothed.samples, len(clouds), -1), labels, label_smoothing=options.smoothing)
    return (own + functional.cross_entropy(logits, told)) / 2


@torch.no_grad()
def votes(smoothed, cloud, classes):
    """Count the noisy copies of a cloud (1 x N x D) in each class."""
    return smoothed.logits(torch.from_numpy(cloud).to(DEVICE))[:, 0].argmax(1).bincount(minlength=classes).cpu()


def winner(smoothed, cloud, classes, rounds):
    """The class with most votes in so many rounds of noisy copies. They end once the rest could not change it."""
    counts = torch.zeros(classes, dtype=torch.long)
    for left in reversed(range(rounds)):
        counts += votes(smoothed, cloud, classes)
        first, second = counts.topk(2).values
        if first - second > left * smoothed.samples:
            break
    return int(counts.argmax())


def accuracy(model, data, sigma, group, clouds, samples, subsample=0, seed=7, split="test", noise=None, turn=None):
    """Share of clouds of a split whose class wins the vote of `samples` noisy copies, of `subsample` points each."""
    rounds = 10 if samples % 10 == 0 else 1
    smoothed = Smoothed(invariant(model, group, turn), sigma, samples // rounds, subsample=subsample or None, noise=noise).to(DEVICE).eval()
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    which = rng.permutation(len(data.labels(split)))[:clouds]
    hits = 0
    for i in which:
        cloud, label = batch(data, split, [i], rng)
        hits += winner(smoothed, cloud, len(data.classes), rounds) == label[0]
    return hits / len(which)


def held(model, data, options):
    """Accuracy on the clouds that were held back, by σ."""
    return {sigma: accuracy(model, data, sigma, options.group, 200, 50, options.subsample, split="held", noise=options.noise, turn=options.turn) for sigma in MEASURED}


def train(model, data, options, teacher=None):
    rng = np.random.default_rng(options.seed)
    ends = min(options.sigma), max(options.sigma)
    smoothed = Smoothed(invariant(model, options.group, options.turn), ends, options.copies, subsample=options.subsample or None, noise=options.noise).to(DEVICE)
    steps = -(-data.length(options.repeat) // options.batch)
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, options.epochs * steps, pct_start=0.15)
    start = time.time()
    for epoch in range(options.epochs):
        smoothed.train()
        order = data.order(options.repeat, rng)
        total = 0.0
        for at in range(0, len(order), options.batch):
            clouds, labels = batch(data, "train", order[at : at + options.batch], rng, train=True)
            loss = step(smoothed, torch.from_numpy(clouds).to(DEVICE), torch.from_numpy(labels).to(DEVICE), options, teacher)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss)
        report = {"epoch": epoch + 1, "loss": round(total / steps, 4), "seconds": round(time.time() - start)}
        if options.hold and epoch + 1 == options.epochs:
            report["held"] = held(model, data, options)
        print(json.dumps(report), flush=True)
        torch.save({"weights": {name: weight.cpu() for name, weight in model.state_dict().items()}, "options": vars(options)}, options.out)
    return time.time() - start


def begin(model, before):
    """Takes over the weights of a checkpoint, of another network those of the parts that both have. How many."""
    own = model.state_dict()
    shared = {name: weight for name, weight in before["weights"].items() if name in own}
    model.load_state_dict(own | shared)
    return len(shared)


def teacher_of(path, data, group):
    """The classifier of a checkpoint, all poses of a cloud together; none where none is asked for."""
    if not path:
        return None
    model, _ = restored(path, lambda options: build(options, data.dimension, len(data.classes)))
    return invariant(model, group).to(DEVICE).eval()


def deviation(text):
    """A family of transformations and its standard deviation, from FAMILY=NUMBER."""
    family, _, number = text.partition("=")
    return family, float(number)


def parse():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("data", choices=list(OPENERS))
    p.add_argument("place")
    p.add_argument("--out", required=True)
    p.add_argument("--points", type=int, default=256)
    p.add_argument("--subsample", type=int, default=0, help="train on this many points of each cloud, drawn anew for every copy")
    p.add_argument("--sigma", type=float, nargs="+", default=[0.1], help="standard deviation of the noise, or the ends of a range")
    p.add_argument("--group", default="SE", help="what the model is invariant under; axis: turns about z and translations, for clouds that stand")
    p.add_argument("--turn", choices=["random"], help="turn each cloud at random, in place of its poses")
    p.add_argument("--noise", type=deviation, nargs="+", metavar="FAMILY=NUMBER", help="noise on transformations, with --group axis: standard deviations of twist, taper, scale and shear")
    p.add_argument("--epochs", type=int, default=40)
    p.add_argument("--repeat", type=int, default=1, help="passes over the data that count as one epoch")
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--rate", type=float, default=3e-3)
    p.add_argument("--network", choices=list(NETWORKS), default="pointnet")
    p.add_argument("--widths", type=int, nargs="+")
    p.add_argument("--copies", type=int, default=1, help="noisy copies of each cloud in a step")
    p.add_argument("--smoothing", type=float, default=0.02, help="of the labels")
    p.add_argument("--average", action="store_true", help="the loss is that of the mean of the copies' probabilities")
    p.add_argument("--bend", type=float, default=0.2, help="strength of the random linear map that a training cloud goes through")
    p.add_argument("--wave", type=float, default=0.06, help="of the three smooth displacements that it goes through after that")
    p.add_argument("--mirror", action="store_true", help="mirror every other training cloud")
    p.add_argument("--synthetic", type=int, default=0, help="this many shapes made by rule; every second training cloud is one of them")
    p.add_argument("--more", nargs="+", help="files of more training shapes, as library.py writes them, with y up")
    p.add_argument("--start", help="a checkpoint to go on from, with a new schedule")
    p.add_argument("--teacher", help="the checkpoint of a model of the same classes, from which this one learns as well")
    p.add_argument("--hold", type=int, default=0, help="keep every n-th training cloud back and measure on those, to choose a recipe by")
    p.add_argument("--seed", type=int, default=1)
    options = p.parse_args()
    if options.noise and options.group != "axis":
        p.error("--noise needs --group axis: votes with noise on transformations have no other group")
    options.noise = options.noise and dict(options.noise)
    if options.average and options.copies < 2:
        p.error("--average is over copies: --copies 2 or more")
    if options.average and options.teacher:
        p.error("--average and --teacher are two losses")
    return options


if __name__ == "__main__":
    options = parse()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    data = open_data(options.data, options.place, options.points)
    data.bend, data.wave, data.mirror = options.bend, options.wave, options.mirror
    if options.hold:
        data.hold(options.hold)
    if options.more:
        more = [saved_shapes(path) for path in options.more]
        for shapes, labels in more:
            data.extend(standing(shapes), labels)
        options.more = sum(len(labels) for _, labels in more)
    if options.synthetic:
        data.add(*synthetic_shapes(data.classes, options.synthetic, max(1024, options.points), np.random.default_rng(options.seed)))
    model = build(vars(options), data.dimension, len(data.classes)).to(memory_format=torch.channels_last)  # a quarter faster
    if options.start:
        before = torch.load(options.start)
        options.before = before["options"]
        print(json.dumps({"taken": begin(model, before), "of": len(model.state_dict())}), flush=True)
    teacher = teacher_of(options.teacher, data, options.group)
    options.teacher = options.teacher and Path(options.teacher).stem
    train(model, data, options, teacher)
