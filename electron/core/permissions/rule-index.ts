// Rules by whom, scope, place and tool, so that a call meets the few that can speak of it and not ten thousand others.
import { sitesAbove } from '../../../contract/sites.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { Resource, Subject } from '../../../contract/schemas/permissions.ts';
import type { PermissionRequest, Rule } from './rule.ts';

/** What a decision may read. */
export interface Rules {
  /** Shows every rule that names one of the request's subjects, the tool and place, or all of them; time and agent are not looked at. */
  visit(request: PermissionRequest, scope: Scope, see: (rule: Rule) => void): void;
  all(): Iterable<Rule>;
}

/** Says nothing of anybody. */
export const noRules: Rules = { visit: () => {}, all: () => [] };

/** What either of two says; where they disagree the decision takes the stricter one. */
export function bothRules(one: Rules, other: Rules): Rules {
  if (other === noRules) return one;
  return {
    visit: (request, scope, see) => {
      one.visit(request, scope, see);
      other.visit(request, scope, see);
    },
    all: function* () {
      yield* one.all();
      yield* other.all();
    },
  };
}

type ByTool = Map<string, Set<Rule>>;
type ByPlace = Map<string, ByTool>;

const everybody = '*';
const everyTool = '*';

export class RuleIndex implements Rules {
  readonly #rules = new Set<Rule>();
  readonly #places = new Map<string, ByPlace>();

  constructor(rules: Iterable<Rule> = []) {
    for (const rule of rules) this.add(rule);
  }

  all(): Iterable<Rule> {
    return this.#rules;
  }

  add(rule: Rule): void {
    this.#rules.add(rule);
    const places = at(this.#places, key(rule.subject, rule.scope), () => new Map<string, ByTool>());
    const tools = at(places, placeKey(rule.resource), () => new Map<string, Set<Rule>>());
    for (const tool of rule.tools ?? [everyTool]) at(tools, tool, () => new Set<Rule>()).add(rule);
  }

  remove(rule: Rule): void {
    if (!this.#rules.delete(rule)) return;
    const ofSubject = key(rule.subject, rule.scope);
    const places = this.#places.get(ofSubject);
    const tools = places?.get(placeKey(rule.resource));
    for (const tool of rule.tools ?? [everyTool]) {
      tools?.get(tool)?.delete(rule);
      if (tools?.get(tool)?.size === 0) tools.delete(tool);
    }
    if (tools?.size === 0) places?.delete(placeKey(rule.resource));
    if (places?.size === 0) this.#places.delete(ofSubject);
  }

  visit(request: PermissionRequest, scope: Scope, see: (rule: Rule) => void): void {
    if (this.#rules.size === 0) return;
    const spoken = [null, ...request.subjects].flatMap(subject => this.#places.get(key(subject, scope)) ?? []);
    if (spoken.length === 0) return;
    for (const place of placesOf(request.resources)) {
      for (const places of spoken) look(places.get(place), request.tool, see);
    }
  }
}

function look(tools: ByTool | undefined, tool: string, see: (rule: Rule) => void): void {
  if (!tools) return;
  for (const rule of tools.get(everyTool) ?? []) see(rule);
  for (const rule of tools.get(tool) ?? []) see(rule);
}

function placesOf(resources: readonly Resource[]): string[] {
  const places = [placeKey({ kind: 'any' })];
  for (const resource of resources) {
    if (resource.kind !== 'site') places.push(placeKey(resource));
    else for (const origin of sitesAbove(resource.origin)) places.push(placeKey({ kind: 'site', origin }));
  }
  return places;
}

function placeKey(resource: Resource): string {
  switch (resource.kind) {
    case 'any':
      return '*';
    case 'site':
      return resource.origin;
    case 'tab':
      return `tab ${resource.tabId} ${resource.browserId}`;
    case 'server':
      return `server ${resource.serverId}`;
    case 'plugin':
      return `plugin ${resource.pluginId}`;
  }
}

function key(subject: Subject | null, scope: Scope): string {
  return subject ? `${scope} ${subject.kind} ${subject.id}` : `${scope} ${everybody}`;
}

function at<V>(map: Map<string, V>, name: string, make: () => V): V {
  const known = map.get(name);
  if (known) return known;
  const made = make();
  map.set(name, made);
  return made;
}
