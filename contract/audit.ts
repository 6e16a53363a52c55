// What can become of a call in the audit, and the forms in which the audit is exported.

/**
 * `changed`: no call was decided, but a rule was changed. The last two tell of a call that had been allowed and got no answer of its
 * target: `dropped` did nothing, `stopped` may have been carried out in part.
 */
export const auditOutcomes = ['allow', 'deny', 'undecided', 'changed', 'dropped', 'stopped'] as const;

export const auditFormats = ['jsonl', 'csv'] as const;
