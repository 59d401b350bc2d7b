"""Tests of orbitcert.torch with attributes behind the coordinates of points, as it is installed: run by build/python/test.sh."""

import json
import subprocess
import unittest

import numpy as np
import orbitcert
import torch
from orbitcert.smoothing import first_rows, planned
from orbitcert.torch import CertifiedAccuracyCallback, Invariant, Noise, PrincipalPoses, Smoothed, Subsample, Transformations, attack, certify_dataset, export_onnx
from torch import nn
from torch_run_test import CLOUDS, REPOSITORY, Folder, refusal, refused

ELEMENTS = torch.stack([torch.tensor([8.0, 1, 1, 6] * 3).roll(i) for i in range(5)])
ROWS = torch.cat([CLOUDS, ELEMENTS[..., None]], 2)
PAIRS = [(cloud, {"element": element}) for cloud, element in zip(CLOUDS, ELEMENTS)]
LAYOUTS = ("BND", "BDN", "BND1", "BDN1", "flat BND", "flat BDN")


class Weighed(nn.Module):
    """Scores from the coordinates and one attribute of each point, B×N×4 to B×2."""

    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(4.0))

    def forward(self, inputs):
        assert torch.onnx.is_in_onnx_export() or inputs.shape[2] == 4
        score = (inputs[:, :, 0].square() * inputs[:, :, 3] / 8).mean(1)
        return self.scale * torch.stack([score - 0.3, 0.3 - score], 1)


class Heaviest(nn.Module):
    """The first coordinate of the first point with the number 8, B×N×4 to B. Smoothed it is the same."""

    def forward(self, inputs):
        return inputs[torch.arange(len(inputs)), (inputs[:, :, 3] == 8).byte().argmax(1), 0]


def weighed(group="SE", model=None, **more):
    return Invariant(model or Weighed(), group, attributes=["element"], dimensions=3, **more)


class Modules(Folder):
    def test_noise_moves_coordinates_alone(self):
        torch.manual_seed(4)
        noisy = Noise(0.2, dimensions=3)(ROWS.repeat(40, 1, 1), 40)
        torch.manual_seed(4)
        self.assertTrue(torch.equal(noisy[..., :3], Noise(0.2)(CLOUDS.repeat(40, 1, 1), 40)))
        self.assertTrue(torch.equal(noisy[..., 3], ELEMENTS.repeat(40, 1)))
        flat = Noise(0.2, dimensions=2)(ROWS[..., [0, 1, 3]])  # the plane, with one attribute
        self.assertTrue(torch.equal(flat[..., 2], ELEMENTS))
        self.assertTrue(bool((flat[..., :2] != CLOUDS[..., :2]).all()))

    def test_poses_and_transformations_move_coordinates_alone(self):
        for group, axis in (("none", None), ("SE", None), ("O", None), ("axis", [1, 0, 1])):
            poses = PrincipalPoses(group, axis=axis, dimensions=3)
            every = poses(ROWS)
            self.assertTrue(torch.equal(every[..., :3], PrincipalPoses(group, axis=axis)(CLOUDS)))
            self.assertTrue(torch.equal(every[..., 3], ELEMENTS[:, None].expand(-1, every.shape[1], -1)))
            one = poses.one(ROWS)
            self.assertEqual(one.shape, (5, 1, 12, 4))
            self.assertTrue(torch.equal(one[:, 0, :, 3], ELEMENTS))
        noise = {"twist": 0.3, "taper": 0.1, "scale": 0.1, "shear": 0.2}
        torch.manual_seed(4)
        moved = Transformations(noise)(ROWS)
        torch.manual_seed(4)
        self.assertTrue(torch.equal(moved[..., :3], Transformations(noise)(CLOUDS)))
        self.assertTrue(torch.equal(moved[..., 3], ELEMENTS))

    def test_a_point_keeps_its_attributes(self):
        told = torch.cat([CLOUDS, CLOUDS.sum(2, keepdim=True)], 2)
        some = Smoothed(weighed(), 0.0, 20, subsample=5).noisy(told)
        self.assertEqual(some.shape, (100, 5, 4))
        self.assertTrue(torch.equal(some[..., :3].sum(2), some[..., 3]))
        drawn = Subsample(5)(told)
        self.assertTrue(torch.equal(drawn[..., :3].sum(2), drawn[..., 3]))

    def test_the_classifier_ignores_the_group_and_sees_attributes(self):
        turn, _ = torch.linalg.qr(torch.randn(3, 3, generator=torch.Generator().manual_seed(2)))
        turn[:, 0] *= torch.sign(torch.linalg.det(turn))
        moved = torch.cat([CLOUDS @ turn.T + 2, ELEMENTS[..., None]], 2)
        model = weighed().eval()
        self.assertTrue(torch.allclose(model(ROWS), model(moved), atol=1e-4))
        self.assertFalse(torch.allclose(model(ROWS), model(torch.cat([CLOUDS, ELEMENTS.roll(1, 1)[..., None]], 2)), atol=1e-2))
        self.assertTrue(torch.isfinite(weighed().train()(ROWS)).all())

    def test_inputs_are_laid_out_as_the_core_draws_them(self):
        for layout in LAYOUTS:
            with self.subTest(layout):
                plan = planned(PAIRS[0], 1e-3, 100, layout=layout, group="none", permutation=False, attributes=["element"])
                drawn = torch.from_numpy(np.array(first_rows(plan, 1)[:1]))
                own = weighed("none", nn.Identity(), layout=layout).inputs(ROWS[:1])
                self.assertEqual(drawn.shape, own.shape)
                self.assertTrue(torch.allclose(drawn, own, atol=0.01))

    def test_columns_are_not_guessed(self):
        for module in (Noise(0.1), PrincipalPoses("SE"), Invariant(Weighed()), Smoothed(Weighed(), 0.1)):
            error = refused(self, lambda: module(ROWS))
            self.assertIn("if attributes follow the coordinates, give dimensions=2 or 3", str(error))
        plane = Invariant(nn.Identity(), attributes=["element"], dimensions=2)
        for module in (weighed(), Smoothed(weighed(), 0.1), plane, Smoothed(plane, 0.1)):
            wrong = CLOUDS if module.columns()[0] == 3 else ROWS
            self.assertEqual(refusal(self, lambda: module(wrong)), "clouds")
        self.assertEqual(refusal(self, lambda: Smoothed(weighed(), 0.1).predict(CLOUDS)), "clouds")
        self.assertEqual(refusal(self, lambda: attack(Smoothed(weighed(), 0.1), CLOUDS, torch.zeros(5).long(), 0.1)), "clouds")
        self.assertEqual(refusal(self, lambda: Smoothed(plane, 0.1, noise={"twist": 0.1})), "noise")

    def test_refuses(self):
        for field, problem, more in (
            ("dimensions", "is missing", {"attributes": ["red"]}),
            ("dimensions", "is for clouds with attributes", {"dimensions": 3}),
            ("dimensions", "must be 2 or 3", {"attributes": ["red"], "dimensions": 4}),
            ("attributes", "must be names", {"attributes": [], "dimensions": 3}),
            ("attributes", "must be names", {"attributes": [{"name": "element", "values": [1, 6]}], "dimensions": 3}),
            ("layout", "is shown no attributes", {"attributes": ["red"], "dimensions": 3, "layout": "BPDN"}),
            ("attributes", "a second time", {"attributes": ["red", "red"], "dimensions": 3}),
            ("attributes", "compute such vectors inside the model", {"attributes": ["nx", "ny", "nz"], "dimensions": 3}),
            ("attributes", "compute such vectors inside the model", {"attributes": ["nz"], "dimensions": 3, "group": "axis", "axis": [0, 0, 1]}),
        ):
            error = refused(self, lambda: Invariant(nn.Identity(), **more))
            self.assertEqual(error.field, field)
            self.assertIn(problem, str(error))
        for group in ("none", "T"):
            self.assertEqual(Invariant(nn.Identity(), group, attributes=["nx"], dimensions=3).attributes, ["nx"])


class Votes(Folder):
    def test_predictions_are_those_of_the_votes_that_smooth_counts(self):
        smoothed = Smoothed(weighed(), 0.25)
        classes, radii = smoothed.certify(ROWS, n0=100, n=1000)
        for i, pair in enumerate(PAIRS):
            votes = orbitcert.smooth(Weighed(), pair, 0.25, 1000, select=100, attributes=["element"])
            radius = orbitcert.certify(pair, sigma=0.25, votes=votes, draws=0).orbit.radius
            found = (votes.predicted, radius) if radius > 0 else (smoothed.ABSTAIN, 0)
            self.assertEqual((int(classes[i]), float(radii[i])), found)
        self.assertEqual(len({int(one) for one in classes}), 2)
        self.assertTrue(torch.equal(smoothed.certify(PAIRS, n0=100, n=1000)[1], radii))
        self.assertEqual(smoothed.certify(ROWS[0], n0=100, n=1000), (int(classes[0]), float(radii[0])))
        self.assertTrue(torch.equal(smoothed.predict(ROWS), smoothed.predict(list(ROWS))))

    def test_a_second_input_by_a_function(self):
        class Apart(Weighed):
            def forward(self, points, elements):
                return super().forward(torch.cat([points, elements[..., None]], 2))

        own = weighed(model=Apart(), forward=lambda model, rows: model(rows[..., :3], rows[..., 3]))
        for one, other in zip(Smoothed(own, 0.25).certify(ROWS, n=500), Smoothed(weighed(), 0.25).certify(ROWS, n=500)):
            self.assertTrue(torch.equal(one, other))

    def test_a_number_of_the_right_point(self):
        smoothed = Smoothed(weighed("none", Heaviest()), 0.2, returns="number")
        heavy = CLOUDS[torch.arange(5), ELEMENTS.argmax(1), 0].double()
        values, ends = smoothed.certify(ROWS, n=2000, distance=0.1)
        self.assertTrue(torch.allclose(values, heavy, atol=0.03), values)
        # The median at a cloud 0.1 away is at most 0.1 away. The interval has that, and is not much wider.
        self.assertTrue(bool((ends[:, 0] <= heavy - 0.1).all() and (ends[:, 1] >= heavy + 0.1).all() and (ends[:, 1] - ends[:, 0] < 0.26).all()), ends)

    def test_attacks_move_coordinates_alone(self):
        smoothed = Smoothed(weighed(), 0.1, 16).eval()
        labels = smoothed.predict(ROWS)
        found = attack(smoothed, ROWS, labels, 3.0, steps=10)
        self.assertTrue(torch.equal(found[..., 3], ELEMENTS))
        lengths = (found - ROWS).flatten(1).square().sum(1).sqrt()
        self.assertTrue(bool((lengths < 3.0 * (1 + 1e-5)).all()), lengths)
        self.assertTrue(bool((smoothed.predict(found) != labels).any()))

    def test_the_callback_measures_them(self):
        labels = Smoothed(weighed(), 0.25).predict(ROWS)
        asked = {"sigma": 0.25, "radii": (0,), "samples": 200}
        rows, pairs = (CertifiedAccuracyCallback(weighed(), [(clouds, labels)], **asked).measure() for clouds in (ROWS, PAIRS))
        self.assertEqual(rows, pairs)
        self.assertGreater(rows[0], 0.5)


class Runs(Folder):
    ASKED = {"sigma": 0.25, "samples": 200, "select": 100, "attack": {"family": "scale", "norms": [0, 0.1, 0.2]}, "draws": 0}

    def certify(self, folder="a", model=None, loader=None, **changed):
        return certify_dataset(model or weighed(), loader or [(ROWS, [0] * 5)], self.place / folder, **{**self.ASKED, **changed})

    def document(self, folder="a"):
        return json.loads((self.place / folder / "run.json").read_text())

    def test_certifies_pairs_whose_attributes_are_named_in_the_call(self):
        see = [{"name": "element", "scale": 0.125}]
        asked = {"model": Invariant(Weighed(), "SE"), "attributes": see, "permutation": True}
        pairs = lambda shift=0: [([(cloud, {"element": element.roll(shift)}) for cloud, element in zip(CLOUDS, ELEMENTS)], [0] * 5)]
        result = self.certify(loader=pairs(), **asked)
        self.assertEqual(result, self.certify(loader=pairs(), **asked))
        document = self.document()
        self.assertEqual((document["prediction"]["model"]["attributes"], document["voted"]["model"]["attributes"]), (see, see))
        for line, cloud, element in zip(document["clouds"], CLOUDS, ELEMENTS):
            self.assertEqual(line["attributes"], {"element": element.tolist()})
            votes = orbitcert.smooth(Weighed(), (cloud.double(), {"element": element}), 0.25, 200, select=100, permutation=True, attributes=see)
            self.assertEqual(line["votes_cert"][:2], votes.document["votes"]["estimate"])
        self.assertEqual(refusal(self, lambda: self.certify(loader=pairs(1), **asked)), "out")
        self.assertEqual(refusal(self, lambda: self.certify("b", loader=[(CLOUDS, [0] * 5)], **asked)), "clean")
        searched = {"attack": {"family": "ball", "norms": [0.1], "search": 3}}
        self.assertEqual(refusal(self, lambda: self.certify("c", loader=pairs(), **asked, **searched)), "attack")

    def test_certifies_columns_that_the_classifier_names(self):
        result = self.certify()
        self.assertEqual(result, self.certify("pairs", loader=[(PAIRS, [0] * 5)]))
        self.assertEqual((self.place / "a/run.json").read_bytes(), (self.place / "pairs/run.json").read_bytes())
        document = self.document()
        self.assertEqual((document["prediction"]["model"]["attributes"], document["voted"]["model"]["attributes"]), (["element"], ["element"]))
        for line, cloud, element, pair in zip(document["clouds"], CLOUDS, ELEMENTS, PAIRS):
            self.assertEqual((line["points"], line["attributes"]), (cloud.double().tolist(), {"element": element.tolist()}))
            votes = orbitcert.smooth(Weighed(), pair, 0.25, 200, select=100, attributes=["element"])
            self.assertEqual(line["votes_cert"][:2], votes.document["votes"]["estimate"])
        self.assertGreater(len({tuple(line["votes_cert"]) for line in document["clouds"]}), 2)
        self.assertEqual(orbitcert.run(self.place / "a/run.json"), result)
        self.assertEqual(refusal(self, lambda: self.certify("b", attributes=["charge"])), "attributes")
        for wrong in (CLOUDS, torch.cat([ROWS, ROWS], 2), [pair[:1] + ({"charge": pair[1]["element"]},) for pair in PAIRS]):
            self.assertIn(refusal(self, lambda: self.certify("c", loader=[(wrong, [0] * 5)])), ("loader", "clean", "prediction.model.attributes[0]"))

    def test_sigma_goes_by_an_attribute(self):
        sigma = {"attribute": "element", "values": {1: 0.3, 6: 0.2, 8: 0.25}}
        pairs = [*PAIRS[:4], (CLOUDS[4], {"element": torch.full((12,), 8.0)})]
        asked = {"sigma": sigma, "loader": [(pairs, [0] * 5)]}
        result, document = self.certify(**asked), self.document()
        self.assertEqual(document["voted"]["sampling"]["sigma"], document["sigma"])
        self.assertEqual(document["sigma"], {"attribute": "element", "values": {"1.0": 0.3, "6.0": 0.2, "8.0": 0.25}})
        self.assertNotIn("grid", document["voted"]["classifier"])
        for line, pair in zip(document["clouds"], pairs):
            votes = orbitcert.smooth(Weighed(), pair, sigma, 200, select=100, attributes=["element"])
            self.assertEqual(line["votes_cert"][:2], votes.document["votes"]["estimate"])
        self.assertEqual(result.document["settings"]["sigma"]["values"], {"1": 0.3, "6": 0.2, "8": 0.25})
        self.assertIn("weighted ‖Δ‖", str(result))
        for shard in (0, 1):
            self.certify("shards", shard=(shard, 2), **asked)
        self.assertEqual(orbitcert.merge(self.place / "shards"), result)
        self.assertEqual((self.place / "a/run.json").read_bytes(), (self.place / "shards/run.json").read_bytes())
        self.assertEqual(refusal(self, lambda: self.certify("b", **{**asked, "sigma": [0.1, 0.2]})), "sigma")
        searched = {"attack": {"family": "ball", "norms": [0.1], "search": 3}}
        self.assertEqual(refusal(self, lambda: self.certify("c", **asked, **searched)), "attack")
        lacking = {"attribute": "element", "values": {8: 0.1}}
        error = refused(self, lambda: self.certify("d", **{**asked, "sigma": lacking}))
        self.assertEqual((error.field, 'has no σ for 1, which is "element"' in str(error)), ("sigma.values", True), error)

    def test_searches_beside_the_attributes_and_keeps_them(self):
        labels = [orbitcert.smooth(Weighed(), pair, 0.25, 200, attributes=["element"]).predicted for pair in PAIRS]
        attacked = {"family": "ball", "norms": [0, 1, 3], "search": 30}
        result = self.certify(loader=[(ROWS, labels)], attack=attacked)
        found = [(pair, line["attacked"][0]) for pair, line in zip(PAIRS, self.document()["clouds"]) if line.get("attacked")]
        self.assertGreater(len(found), 1)
        for (cloud, attributes), other in found:
            self.assertEqual(np.shape(other["points"]), (12, 3))
            self.assertLessEqual(np.linalg.norm(np.array(other["points"]) - cloud.double().numpy()), 3 * (1 + 1e-5))
            votes = orbitcert.smooth(Weighed(), (other["points"], attributes), 0.25, 200, select=100, attributes=["element"])
            self.assertEqual(other["votes"], votes.document["votes"]["estimate"])
        self.assertTrue(all(low <= high for low, high in zip(result.accuracy["orbit"], result.accuracy["attacked"])))
        self.assertEqual(result, orbitcert.run(self.place / "a/run.json"))

    def test_the_export_has_a_column_for_each_attribute(self):
        file = self.place / "weighed.onnx"
        self.assertEqual(refusal(self, lambda: export_onnx(weighed(), file, dimension=2)), "dimension")
        export_onnx(weighed(), file, dimension=3, classes=["heavy", "light"])
        self.certify(file=file, classes=["heavy", "light"])
        command = ["node", REPOSITORY / "build/out/orbitcert-votes.mjs", self.place / "a/run.json", "--model", file, "--recount"]
        said = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("5 clouds counted again, each with the votes of the document", said.stdout)


if __name__ == "__main__":
    unittest.main()
