"""Data, networks and exporters of the models that label points, return a number or see attributes, on small files made here.

  python3 -m unittest cases_test
"""

import argparse
import json
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
import torch

import attributed
import energy
import molecules
import parts
import raycast
from synthetic import MAKERS

RNG = np.random.default_rng(5)


class Parts(unittest.TestCase):
    def test_every_solid_has_a_part(self):
        found = {kind: {solid.part for _ in range(300) for solid in MAKERS[kind](RNG)} for kind in parts.KINDS}
        self.assertEqual(found["chair"], {"seat", "back", "arm", "leg", "pole", "foot"})
        self.assertEqual(found["table"], {"top", "leg", "pole", "foot"})
        self.assertEqual(found["lamp"], {"shade", "pole", "foot"})

    def test_labels_follow_their_points(self):
        clouds, labels = parts.shapes(30, 9, 300)
        self.assertEqual(clouds.shape, (30, 300, 3))
        for cloud, label in zip(clouds[1::3], labels[1::3]):  # of a table most of the top is above most of the rest
            top = label == parts.PARTS.index("top")
            self.assertGreater(np.median(cloud[top, 2]), np.median(cloud[~top, 2]))
        self.assertTrue((parts.shapes(3, 9)[0] == parts.shapes(3, 9)[0]).all())

    def test_labels_move_with_the_rows(self):
        model, cloud = parts.PartNet().eval(), torch.randn(1, 40, 3)
        order = torch.randperm(40)
        with torch.no_grad():
            self.assertTrue(torch.allclose(model(cloud)[:, order], model(cloud[:, order]), atol=1e-5))

    def test_export(self):
        with tempfile.TemporaryDirectory() as hold:
            one, out = f"{hold}/one.pt", f"{hold}/one.onnx"
            torch.save({"weights": parts.PartNet().state_dict(), "options": {}}, one)
            parts.export(argparse.Namespace(checkpoint=one, out=out))
            made = onnx.load(out)
        self.assertEqual([axis.dim_value for axis in made.graph.output[0].type.tensor_type.shape.dim][2:], [len(parts.PARTS)])
        self.assertEqual(json.loads(made.metadata_props[0].value), parts.PARTS)


class Energies(unittest.TestCase):
    def test_molecules_are_small_and_differ(self):
        names = molecules.smiles()
        self.assertEqual(len(names), len(set(names)))
        self.assertLessEqual(max(map(molecules.heavy, names)), molecules.MOST_HEAVY)

    def test_the_energy_keeps_under_turns_orders_and_padding(self):
        model = energy.EnergyNet().eval()
        points, kinds = torch.randn(1, 9, 3), torch.tensor([[6, 6, 8, 1, 1, 1, 7, 1, 1]])
        turn, order = torch.linalg.qr(torch.randn(3, 3))[0], torch.randperm(9)
        wide, more = torch.zeros(1, 12, 3), torch.zeros(1, 12, dtype=torch.long)
        wide[:, :9], more[:, :9] = points, kinds
        with torch.no_grad():
            want = model(points, kinds)
            for found in (model(points @ turn + 3, kinds), model(points[:, order], kinds[:, order]), model(wide, more)):
                self.assertTrue(torch.allclose(found, want, atol=1e-2), (found, want))
            self.assertEqual(want.shape, (1, 1))

    def test_molecules_are_held_out_whole(self):
        with tempfile.TemporaryDirectory() as hold:
            for part in (0, 1):
                ids = np.arange(part, 20, 2).repeat(2)
                np.savez(f"{hold}/molecules-{part}.npz", points=np.zeros((20, 5, 3), np.float32), elements=np.ones((20, 5), int), molecule=ids, energy=ids.astype(float))
            (_, _, kept), (_, _, held) = energy.opened(hold)
        self.assertEqual(sorted(held.tolist()), [0, 0, 5, 5, 10, 10, 15, 15])
        self.assertEqual(len(kept), 32)


class Attributes(unittest.TestCase):
    def test_rays_hit_the_nearest_surface(self):
        rays = np.array([[0, 1.0, 0], [0.6, 0.8, 0]])
        for solid, far in ((raycast.box((0, 0, 1.7), (2, 2, 2), "paint"), 9), (raycast.ball((0, 0, 1.7), (3, 1, 1), "leaf"), 9), (raycast.post((0, 0, 1), 0.5, 2, "metal"), 9.5)):
            t, cosine = raycast.hit(solid, rays, np.array([0, -10, 1.7]))
            self.assertAlmostEqual(t[0], far)
            self.assertAlmostEqual(cosine[0], 1)
            self.assertEqual(t[1], np.inf)
        both = [raycast.box((0, 0, 1.7), (2, 2, 2), "plate"), raycast.box((0, 4, 1.7), (9, 1, 9), "rubber")]
        at, intensity = raycast.scan(both, 10, np.random.default_rng(1))
        front = at[:, 1] < 1
        self.assertGreater(intensity[front].min(), intensity[~front].max())

    def test_cases(self):
        for name, case in attributed.CASES.items():
            case = case()
            clouds, attributes, labels = attributed.drawn(case, 12, 3)
            self.assertEqual(clouds.shape, (12, case.points, 3), name)
            self.assertEqual(attributes.shape, (12, case.points, len(case.attributes)), name)
            self.assertEqual(set(labels), set(range(len(case.classes))), name)
            self.assertTrue((clouds == attributed.drawn(case, 12, 3)[0]).all(), name)
            channels = attributed.channelled(case, torch.from_numpy(attributes))
            for alone, shown in ((True, torch.from_numpy(clouds)), (False, torch.cat([torch.from_numpy(clouds), channels], 2))):
                logits = attributed.network(case, alone).eval()(shown.transpose(1, 2).float())
                self.assertEqual(logits.shape, (12, len(case.classes)), name)

    def test_only_right_classes_are_certified(self):
        rows = [[0, 0, 300, 0.2], [1, 0, 300, 0.2], [1, 1, 200, 0.06], [0, 0, 150, 0.0]]
        self.assertEqual(attributed.measured(rows, 0.1), {"smoothed_accuracy": 0.75, "certified_accuracy": {"0.05": 0.5, "0.1": 0.25}})

    def test_bromine_chlorine_fluorine_turn_left_for_s(self):
        case = attributed.Handed()
        for label in (0, 1):
            at, elements = case.draw(label, np.random.default_rng(2))
            of = {int(z): x for z, x in zip(elements[:, 0], at.astype(float))}
            turn = np.linalg.det([of[z] - of[1] for z in (35, 17, 9)])
            self.assertEqual(turn > 0, case.classes[label] == "S")


if __name__ == "__main__":
    unittest.main()
