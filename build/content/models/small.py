"""Training loop, checkpoints, export and calls of the small models of cases.sh."""

import argparse
import hashlib
import json
import time
from pathlib import Path

import onnx
import torch

from export import halved


def fit(model, count, loss_of, options, decay=1e-3, rise=0.15):
    """Trains on `count` examples and writes the checkpoint `options.out`. loss_of(which) is the loss of a batch. The rate rises
    for the share `rise` of the steps; `decay` is that of the weights."""
    steps = count // options.batch
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, options.epochs * steps, pct_start=rise)
    start = time.time()
    for epoch in range(options.epochs):
        total = 0.0
        for which in torch.randperm(count)[: steps * options.batch].view(-1, options.batch):
            loss = loss_of(which)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss)
        print(json.dumps({"epoch": epoch + 1, "loss": round(total / steps, 4), "seconds": round(time.time() - start)}), flush=True)
    torch.save({"weights": model.state_dict(), "options": {k: v for k, v in vars(options).items() if k != "run"}}, options.out)


def export(model, example, out, inputs, output, axes, fold=True, **metadata):
    """Writes a model as ONNX with half-precision weights. Metadata that are lists are written as JSON. fold writes weights as products
    take them, which is twice where they are also needed transposed."""
    torch.onnx.export(model, example, out, opset_version=13, input_names=inputs, output_names=[output], dynamic_axes=axes, do_constant_folding=fold)
    made = onnx.load(out)
    for name, value in metadata.items():
        made.metadata_props.add(key=name, value=value if isinstance(value, str) else json.dumps(value))
    halved(made)
    onnx.checker.check_model(made)
    Path(out).write_bytes(made.SerializeToString())


def about(path, model):
    """The first fields of a model card."""
    file = Path(path).read_bytes()
    return {
        "name": Path(path).name, "sha256": hashlib.sha256(file).hexdigest(), "bytes": len(file),
        "network": model.description, "parameters": sum(p.numel() for p in model.parameters()),
    }


class Calls:
    """The calls of a script, each with its arguments."""

    def __init__(self, doc):
        self.parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
        self.calls = self.parser.add_subparsers(required=True)

    def add(self, name, run, *arguments, **options):
        """Adds a call with arguments by place, and --options with their default values."""
        call = self.calls.add_parser(name)
        for argument in arguments:
            call.add_argument(argument)
        for option, value in options.items():
            call.add_argument(f"--{option}", type=type(value), default=value)
        call.set_defaults(run=run)
        return call

    def run(self):
        options = self.parser.parse_args()
        torch.set_num_threads(1)
        options.run(options)
