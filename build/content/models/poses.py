"""Poses of a cloud: what makes a classifier invariant by construction.

The axes of the second moment in rising order of their eigenvalues, with all
choices of sign that are rotations (SO, SE) or all (O, E). Centred first for SE
and E. The axes that an eigenvalue routine returns are of either handedness:
without det = +1 a pose set is invariant under reflections alone.
"""

import itertools

import torch


def signs(d, group):
    """The sign choices, P x d: 2^(d-1) of determinant +1 for SO and SE, 2^d for O and E."""
    every = torch.tensor(list(itertools.product((1.0, -1.0), repeat=d)))
    return every[every.prod(1) > 0] if group in ("SO", "SE") else every


def framed(clouds, group):
    """The clouds (B x N x D) in the frame of their own axes, det = +1."""
    if group in ("SE", "E"):
        clouds = clouds - clouds.mean(1, keepdim=True)
    _, axes = torch.linalg.eigh(clouds.transpose(1, 2) @ clouds)
    handed = torch.ones(axes.shape[0], axes.shape[2])
    handed[:, 0] = torch.sign(torch.linalg.det(axes))
    return clouds @ (axes * handed[:, None, :])


def every_pose(clouds, group):
    """All poses, points as columns: B x P x D x N."""
    choice = signs(clouds.shape[2], group)
    return (framed(clouds, group)[:, None] * choice[None, :, None, :]).transpose(2, 3)


def one_pose(clouds, group):
    """One pose of each cloud at random, points as columns: B x D x N."""
    choice = signs(clouds.shape[2], group)
    at = torch.randint(len(choice), (clouds.shape[0],))
    return (framed(clouds, group) * choice[at][:, None, :]).transpose(1, 2)
