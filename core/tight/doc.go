// Package tight computes the tight certificate of a group: the probability that
// the worst-case classifier with the group's invariance and the clean prediction
// probability p gives the perturbed cloud the same prediction.
//
// By the Neyman–Pearson lemma that classifier is h* = 1[ρ ≤ κ], with ρ the log
// ratio of the group-averaged likelihoods of the perturbed and the clean cloud
// and Pr_clean[ρ ≤ κ] = p (Schuchardt and Günnemann 2022, Theorem 3). Both
// clouds enter through the Gram matrix of [X' X] alone.
package tight
