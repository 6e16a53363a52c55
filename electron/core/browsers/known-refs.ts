// Refs that the hub gives to elements of which an extension tells selectors: the same for one element as long as its document lives, and none twice in a tab.
import type { ScriptElement, ScriptLine, ScriptOutline } from '../../../native-host/dialects/claudezilla-scripts.ts';

interface TabRefs {
  /** Of the document that was read last. */
  since: number;
  readonly byRef: Map<string, ScriptElement>;
  readonly byElement: Map<string, string>;
}

/** Of a tab that is not known any more, refs are given anew. */
const maxTabs = 200;

export class KnownRefs {
  readonly #tabs = new Map<number, TabRefs>();
  #next = 1;

  get(tabId: number, ref: string): ScriptElement | null {
    return this.#tabs.get(tabId)?.byRef.get(ref) ?? null;
  }

  /** As read_page of the companion has them: role, name, ref, details, or a text in quotes, each indented by its level. */
  linesOf(tabId: number, outline: ScriptOutline): string[] {
    return outline.lines.map(line => {
      const indent = '  '.repeat(line.level);
      const element = elementOf(line);
      if (!element) return indent + JSON.stringify(line.text ?? '');
      const name = element.name === '' ? '' : ` ${JSON.stringify(element.name)}`;
      return `${indent}${element.role}${name} [${this.#refOf(tabId, outline, element)}]${line.details ?? ''}`;
    });
  }

  elementsOf(tabId: number, outline: ScriptOutline): (ScriptElement & { readonly ref: string })[] {
    return outline.lines.flatMap(line => {
      const element = elementOf(line);
      return element ? [{ ...element, ref: this.#refOf(tabId, outline, element) }] : [];
    });
  }

  #refOf(tabId: number, { since }: ScriptOutline, element: ScriptElement): string {
    const tab = this.#of(tabId, since);
    const key = JSON.stringify([element.selector, element.role, element.name]);
    const known = tab.byElement.get(key);
    if (known) return known;
    const ref = `ref_${this.#next}`;
    this.#next += 1;
    tab.byElement.set(key, ref);
    tab.byRef.set(ref, element);
    return ref;
  }

  #of(tabId: number, since: number): TabRefs {
    const known = this.#tabs.get(tabId);
    if (known?.since === since) return known;
    const tab: TabRefs = { since, byRef: new Map(), byElement: new Map() };
    this.#tabs.delete(tabId);
    this.#tabs.set(tabId, tab);
    const [oldest] = this.#tabs.keys();
    if (this.#tabs.size > maxTabs && oldest !== undefined) this.#tabs.delete(oldest);
    return tab;
  }
}

function elementOf({ selector, role, name }: ScriptLine): ScriptElement | null {
  return selector !== undefined && role !== undefined ? { selector, role, name: name ?? '' } : null;
}
