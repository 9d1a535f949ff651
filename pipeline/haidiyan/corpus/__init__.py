"""Choose the few charts that tell every situation from its single-edit mutants, and prove the other mutants equal."""
