"""Small molecules of H, C, N and O, their conformers, and the MMFF94 energy of each by Open Babel.

  python3 molecules.py OUT.npz [--shard 0/4] …

A molecule is two groups on a chain. Torsions are drawn at random, then MMFF94 relaxes all atoms for some steps.
Lengths are in angstrom, energies in kcal/mol. Needs Debian's python3-openbabel.
"""

import argparse
import random
from itertools import combinations_with_replacement

import numpy as np

# Groups as SMILES, first as a molecule begins with them, then as it ends.
GROUPS = {"C": "C", "CC": "CC", "CC(C)": "C(C)C", "C=C": "C=C", "O": "O", "CO": "OC", "N": "N", "CN": "NC", "O=C": "C=O", "CC(=O)": "C(C)=O",
          "OC(=O)": "C(O)=O", "NC(=O)": "C(N)=O", "O=CO": "OC=O", "COC(=O)": "C(=O)OC"}
CHAINS = ["C", "CC", "CCC", "C(C)C", "C=C", "C(=O)C", "COC", "CNC", "C(O)C"]
MOST_HEAVY, ATOMS = 8, 26


def smiles():
    """Return one SMILES for each pair of groups on each chain that is small enough."""
    pairs = combinations_with_replacement(GROUPS, 2)
    return sorted({one + chain + GROUPS[two] for one, two in pairs for chain in CHAINS if heavy(one) + heavy(chain) + heavy(two) <= MOST_HEAVY})


def heavy(text):
    return sum(letter.isalpha() for letter in text)


def conformers(text, count, rng):
    """Yield elements, coordinates and energy of conformers of a molecule."""
    from openbabel import openbabel, pybel

    made = pybel.readstring("smi", text)
    made.addh()
    openbabel.OBBuilder().Build(made.OBMol)
    molecule, field = made.OBMol, openbabel.OBForceField.FindForceField("mmff94")
    if not field.Setup(molecule):
        return
    torsions = [bond for bond in openbabel.OBMolBondIter(molecule) if bond.IsRotor()]
    elements = [atom.GetAtomicNum() for atom in openbabel.OBMolAtomIter(molecule)]
    for _ in range(count):
        for bond in torsions:
            turn(molecule, bond, rng.uniform(-np.pi, np.pi))
        field.Setup(molecule)
        field.ConjugateGradients(rng.choice((20, 40, 80)))
        field.GetCoordinates(molecule)
        field.Setup(molecule)
        at = np.array([[atom.GetX(), atom.GetY(), atom.GetZ()] for atom in openbabel.OBMolAtomIter(molecule)])
        yield elements, at - at.mean(0), field.Energy()


def turn(molecule, bond, angle):
    """Sets the torsion about a bond, of a neighbour at either end."""
    from openbabel import openbabel

    def beside(atom, other):
        return next(a for a in openbabel.OBAtomAtomIter(atom) if a.GetIdx() != other.GetIdx())

    begin, end = bond.GetBeginAtom(), bond.GetEndAtom()
    molecule.SetTorsion(beside(begin, end), begin, end, beside(end, begin), angle)


def main(options):
    names = smiles()
    random.Random(options.seed).shuffle(names)
    which, of = (int(part) for part in options.shard.split("/"))
    rows = []
    for k in range(which, options.molecules, of):
        for elements, at, energy in conformers(names[k], options.conformers, random.Random(k)):
            close = np.linalg.norm(at[:, None] - at[None], axis=2) + 9 * np.eye(len(at))
            if len(elements) <= ATOMS and np.isfinite(energy) and abs(energy) < 100 and close.min() > 0.8:
                rows.append((k, elements, at, energy))
    wide = np.zeros((len(rows), ATOMS, 3), np.float32)
    kinds = np.zeros((len(rows), ATOMS), np.int64)
    for i, (_, elements, at, _) in enumerate(rows):
        wide[i, : len(at)], kinds[i, : len(at)] = at, elements
    np.savez_compressed(options.out, points=wide, elements=kinds, molecule=np.array([row[0] for row in rows]),
                        energy=np.array([row[3] for row in rows]), smiles=np.array([names[row[0]] for row in rows]))


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("out")
    p.add_argument("--conformers", type=int, default=8)
    p.add_argument("--molecules", type=int, default=360)
    p.add_argument("--shard", default="0/1", help="i/n: every n-th molecule, from number i on")
    p.add_argument("--seed", type=int, default=1)
    main(p.parse_args())
