// Package anytime bounds the probability of a class by votes that may be looked at after any
// sample: a count can stop whenever the claim holds, by any rule, and no sample is spent on
// naming the class.
//
// A gambler who believes that the probability is above p starts with 1 and bets on every sample
// as if the probability were q, for all q in [p, 1] evenly. After k votes of n samples the
// capital is
//
//	E(p) = 1/(1−p) · ∫ₚ¹ (q/p)ᵏ ((1−q)/(1−p))ⁿ⁻ᵏ dq = ∫₀¹ (1 + u(1/p − 1))ᵏ (1−u)ⁿ⁻ᵏ du.
//
// If the probability is at most p, each sample multiplies the expected capital by at most 1, so
// the capital ever reaches 1/α with probability at most α (Ville's inequality). The second form
// falls with p, so the p with E(p) ≥ 1/α are all those up to the bound. It rises with k, so votes
// that count for no class make the bound smaller, never larger.
//
// Source: V. Voráček, "Treatment of Statistical Estimation Problems in Randomized Smoothing for
// Adversarial Robustness", NeurIPS 2024, arXiv 2406.17830.
package anytime
