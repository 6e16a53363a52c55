// What policy.json, its signed list and the fleet's policy say about the catalogue now: who is judged by it, and which sources it brings.
import { judgePackage, judgeWay } from './catalogue-judge.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type {
  BroughtSource,
  CataloguePart,
  FleetCatalogue,
  SignedList,
} from '../../../../contract/schemas/policy-catalogue.ts';
import type { CatalogueJudge, JudgedPackage, JudgingPart } from './catalogue-judge.ts';

export interface CataloguePolicyOptions {
  /** As they are at that moment; null where there is none. */
  file(): CataloguePart | null;
  list(): SignedList | null;
  /** Nothing of another machine brings a source here, so it has rules alone. */
  fleet(): FleetCatalogue | null;
}

export class CataloguePolicy {
  readonly #options: CataloguePolicyOptions;

  constructor(options: CataloguePolicyOptions) {
    this.#options = options;
  }

  /** May be handed on: it asks for the rules each time. */
  readonly judge: CatalogueJudge = way => judgeWay(this.#parts(), way);

  /** Of what was added by a command or an address. */
  readonly judgePackage = (found: JudgedPackage): Reason | null => judgePackage(this.#parts(), found);

  /** Each id once: what policy.json says of one comes before the list. */
  readonly sources = (): BroughtSource[] => {
    const { file, list } = this.#options;
    const brought = [...(file()?.sources ?? []), ...(list()?.sources ?? [])];
    return brought.filter(({ id }, index) => brought.findIndex(other => other.id === id) === index);
  };

  #parts(): JudgingPart[] {
    const { file, list, fleet } = this.#options;
    const parts = [
      { by: 'file', part: file() },
      { by: 'list', part: list() },
      { by: 'fleet', part: fleet() },
    ] as const;
    return parts.flatMap(({ by, part }) => (part ? [{ default: part.default, rules: part.rules, by }] : []));
  }
}
