// Whether a value is as a JSON Schema asks: every fault with its place. Bounded, so that no schema can hold up the page.
import { canonicalJson, isRecord } from '../json.ts';
import { type JsonRecord, own, type Path, pointerOf } from './json.ts';
import { keywordFaults } from './keywords.ts';
import { pointed, type Schema } from './resolve.ts';
import { fitsPattern } from './safe-pattern.ts';
import type { Fault } from './keywords.ts';

export interface Problem {
  readonly path: Path;
  readonly fault: Fault;
}

export interface Checked {
  /** At most 50. */
  readonly problems: readonly Problem[];
  /** False where some of it was too large, or its schema too far, to be checked here. */
  readonly whole: boolean;
}

/** Which variant was picked, by the pointer of its place; problems are those of that one. */
export type Picks = Readonly<Record<string, number>>;

const mostProblems = 50;
const mostSteps = 20_000;
const mostMs = 200;
const deepest = 48;

export function checkValue(root: unknown, value: unknown, picks: Picks = {}): Checked {
  const walk = new Walk(root, picks);
  const problems = different(walk.at(root, value, [], 0));
  return { problems: problems.slice(0, mostProblems), whole: walk.whole };
}

/** Whether the value fits one place of the schema, as far as can be told. */
export function fits(root: unknown, node: unknown, value: unknown): boolean {
  return new Walk(root, {}).at(node, value, [], 0).length === 0;
}

/** What several parts of a schema ask alike is said once. */
function different(problems: readonly Problem[]): Problem[] {
  const byText = new Map(problems.map(problem => [canonicalJson([problem.path, problem.fault]), problem]));
  return [...byText.values()];
}

class Walk {
  whole = true;
  readonly #root: unknown;
  readonly #picks: Picks;
  #left = mostSteps;
  /** Steps differ in what they cost: a long `enum` is one. */
  readonly #until = performance.now() + mostMs;

  constructor(root: unknown, picks: Picks) {
    this.#root = root;
    this.#picks = picks;
  }

  at(node: unknown, value: unknown, path: Path, depth: number): Problem[] {
    this.#left -= 1;
    if (this.#left < 0 || depth > deepest || performance.now() > this.#until) {
      this.whole = false;
      return [];
    }
    if (node === false) return [{ path, fault: { is: 'forbidden' } }];
    const schema: Schema = isRecord(node) ? node : {};
    const problems: Problem[] = keywordFaults(schema, value).map(fault => ({ path, fault }));
    if (problems.some(({ fault }) => fault.is === 'type')) return problems;
    problems.push(...this.#parts(schema, value, path, depth));
    problems.push(...this.#pattern(schema, value, path), ...this.#unions(schema, value, path, depth));
    if (Array.isArray(value)) problems.push(...this.#items(schema, value as unknown[], path, depth));
    else if (isRecord(value)) problems.push(...this.#members(schema, value, path, depth));
    return problems.slice(0, mostProblems);
  }

  /** What a reference leads to, and every part of `allOf`, hold beside the rest. */
  #parts({ $ref, allOf }: Schema, value: unknown, path: Path, depth: number): Problem[] {
    const parts = Array.isArray(allOf) ? [...(allOf as unknown[])] : [];
    if (typeof $ref === 'string') {
      const target = pointed(this.#root, $ref);
      if (target === undefined) this.whole = false;
      else parts.push(target);
    }
    return parts.flatMap(part => this.at(part, value, path, depth + 1));
  }

  #pattern({ pattern }: Schema, value: unknown, path: Path): Problem[] {
    if (typeof pattern !== 'string' || typeof value !== 'string') return [];
    const fit = fitsPattern(pattern, value);
    if (fit === null) this.whole = false;
    return fit === false ? [{ path, fault: { is: 'pattern', pattern } }] : [];
  }

  #unions({ oneOf, anyOf, not, ...schema }: Schema, value: unknown, path: Path, depth: number): Problem[] {
    const problems: Problem[] = [];
    for (const union of [oneOf, anyOf]) {
      if (Array.isArray(union) && union.length > 0)
        problems.push(...this.#union(union as unknown[], value, path, depth, union === oneOf));
    }
    if (not !== undefined && this.#isFit(not, value, depth)) problems.push({ path, fault: { is: 'forbidden' } });
    if (schema['if'] !== undefined) {
      const then = this.#isFit(schema['if'], value, depth) ? schema['then'] : schema['else'];
      if (then !== undefined) problems.push(...this.at(then, value, path, depth + 1));
    }
    return problems;
  }

  /** Of a node that could not be read to its end it is not said that it fits. */
  #isFit(node: unknown, value: unknown, depth: number): boolean {
    const before = this.whole;
    this.whole = true;
    const fit = this.at(node, value, [], depth + 1).length === 0 && this.whole;
    this.whole &&= before;
    return fit;
  }

  #union(union: readonly unknown[], value: unknown, path: Path, depth: number, exactlyOne: boolean): Problem[] {
    const before = this.whole;
    this.whole = true;
    const tried = union.map(one => this.at(one, value, path, depth + 1));
    const sure = this.whole;
    this.whole &&= before;
    const fitting = tried.filter(problems => problems.length === 0).length;
    if (fitting > 1 && exactlyOne && sure) return [{ path, fault: { is: 'several' } }];
    if (fitting > 0) return [];
    return tried[this.#picks[pointerOf(path)] ?? -1] ?? nearest(tried, path);
  }

  #items(schema: Schema, list: readonly unknown[], path: Path, depth: number): Problem[] {
    const { prefixItems, items } = schema;
    const first = (Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : []) as unknown[];
    const rest = Array.isArray(items) ? schema['additionalItems'] : items;
    const problems: Problem[] = [];
    if (schema['uniqueItems'] === true) {
      const seen = new Set<string>();
      for (const [at, item] of list.entries()) {
        const text = canonicalJson(item);
        if (seen.has(text)) problems.push({ path: [...path, at], fault: { is: 'twice' } });
        seen.add(text);
      }
    }
    for (const [at, item] of list.entries()) {
      const node = at < first.length ? first[at] : rest;
      problems.push(...this.at(node, item, [...path, at], depth + 1));
      if (this.#left < 0 || problems.length > mostProblems) break;
    }
    return problems;
  }

  #members(schema: Schema, record: JsonRecord, path: Path, depth: number): Problem[] {
    const properties = isRecord(schema['properties']) ? schema['properties'] : {};
    const problems: Problem[] = [];
    for (const [name, value] of Object.entries(record)) {
      const at = [...path, name];
      if (name === '__proto__') problems.push({ path: at, fault: { is: 'reserved' } });
      const nodes = this.#nodesOf(schema, properties, name);
      if (nodes === null) problems.push({ path, fault: { is: 'unknown', name } });
      for (const node of nodes ?? []) problems.push(...this.at(node, value, at, depth + 1));
      if (this.#left < 0 || problems.length > mostProblems) break;
    }
    return problems;
  }

  /** What a member must be; null where it may not be there. */
  #nodesOf(schema: Schema, properties: JsonRecord, name: string): unknown[] | null {
    const nodes = Object.hasOwn(properties, name) ? [own(properties, name)] : [];
    const { patternProperties, additionalProperties: extra } = schema;
    let unsure = false;
    if (isRecord(patternProperties)) {
      for (const [pattern, node] of Object.entries(patternProperties)) {
        const fit = fitsPattern(pattern, name);
        if (fit === true) nodes.push(node);
        else if (fit === null) unsure = true;
      }
    }
    if (unsure) this.whole = false;
    if (nodes.length > 0 || unsure) return nodes;
    return extra === false ? null : [extra];
  }
}

/** Of variants that all refuse it, the faults of the one that it comes nearest to. */
function nearest(tried: readonly Problem[][], path: Path): Problem[] {
  const here = (problems: readonly Problem[]) =>
    problems.filter(problem => problem.path.length <= path.length + 1).length;
  const best = [...tried].sort((a, b) => here(a) - here(b) || a.length - b.length)[0] ?? [];
  const types = tried.flatMap(problems =>
    problems.flatMap(({ fault, path: at }) => (fault.is === 'type' && at === path ? fault.wanted : [])),
  );
  if (!best.some(({ fault, path: at }) => fault.is === 'type' && at === path)) return best;
  const wanted = [...new Set(types)];
  return [
    {
      path,
      fault:
        tried.every(problems => problems.length > 0) && wanted.length > 0 ? { is: 'type', wanted } : { is: 'none' },
    },
  ];
}
