// What a rung finds: each thing that was looked at with its grade, summed up in one state. Pure.
import type { RungId } from '../../../contract/doctor.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { FaultLine, Repair, Rung } from '../../../contract/schemas/doctor.ts';

/** A repair with what carries it out. */
export interface Remedy extends Repair {
  act(): Promise<void>;
}

type Grade = 'green' | 'amber' | 'red';

export interface Finding {
  readonly grade: Grade;
  readonly evidence: Reason;
  readonly lines?: readonly FaultLine[];
  readonly remedy?: Remedy | null;
  readonly byHand?: Reason | null;
}

/** How a rung ended. `remedy` is that of the gravest finding that has one. */
export interface RungResult extends Pick<Rung, 'evidence' | 'lines' | 'byHand'> {
  readonly state: Rung['state'];
  readonly remedy: Remedy | null;
}

type Help = Omit<Finding, 'grade' | 'evidence'>;

export const green = (evidence: Reason): Finding => ({ grade: 'green', evidence });
export const amber = (evidence: Reason, help: Help = {}): Finding => ({ grade: 'amber', evidence, ...help });
export const red = (evidence: Reason, help: Help = {}): Finding => ({ grade: 'red', evidence, ...help });

const gravestFirst: readonly Grade[] = ['red', 'amber', 'green'];

/** The gravest finding decides. At least one is there. */
export function judge(findings: readonly Finding[]): RungResult {
  const sorted = gravestFirst.flatMap(grade => findings.filter(finding => finding.grade === grade));
  return {
    state: { kind: sorted[0]?.grade ?? 'red' },
    evidence: sorted.map(({ evidence }) => evidence),
    lines: sorted.flatMap(({ lines = [] }) => lines),
    remedy: sorted.find(({ remedy }) => remedy)?.remedy ?? null,
    byHand: sorted.find(({ byHand }) => byHand)?.byHand ?? null,
  };
}

/** It cannot be tried before that rung is fine. */
export function waits(rung: RungId, provenAt: number | null = null): RungResult {
  return { state: { kind: 'waits', for: rung, provenAt }, evidence: [], lines: [], remedy: null, byHand: null };
}

/** Nothing was tried. */
export function untried(
  evidence: readonly Reason[],
  byHand: Reason | null = null,
  provenAt: number | null = null,
): RungResult {
  return { state: { kind: 'untried', provenAt }, evidence: [...evidence], lines: [], remedy: null, byHand };
}

/** Of a browser that nobody uses: what it lacks is no fault. */
export function unused({ evidence, lines, byHand }: RungResult): RungResult {
  return { state: { kind: 'untried', provenAt: null }, evidence, lines, remedy: null, byHand };
}

export function isFine({ kind }: Rung['state']): boolean {
  return kind === 'green' || kind === 'amber';
}
