// Refs that the hub gives to elements which an extension's page keeps by numbers: the same for one element as long as its document lives and it is called the same, and none twice in a tab.
import type {
  ScriptElement,
  ScriptLine,
  ScriptOutline,
} from '../../../../native-host/dialects/claudezilla/claudezilla-element-scripts.ts';

interface TabRefs {
  /** Of the document that was read last. */
  since: number;
  readonly byRef: Map<string, ScriptElement>;
  readonly byElement: Map<string, string>;
}

/** Of a tab that is not known any more, refs are given anew. */
const maxTabs = 200;
/** A page that changes all the time has ever new ones. */
const maxRefs = 10_000;

export class KnownRefs {
  readonly #tabs = new Map<number, TabRefs>();
  #next = 1;

  /** With the document in which it was read. */
  get(tabId: number, ref: string): (ScriptElement & { readonly since: number }) | null {
    const tab = this.#tabs.get(tabId);
    const element = tab?.byRef.get(ref);
    return tab && element ? { ...element, since: tab.since } : null;
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
    const key = keyOf(element);
    const known = tab.byElement.get(key);
    if (known) return known;
    const ref = `ref_${this.#next}`;
    this.#next += 1;
    tab.byElement.set(key, ref);
    tab.byRef.set(ref, element);
    const [oldest] = tab.byRef;
    if (tab.byRef.size > maxRefs && oldest) {
      tab.byRef.delete(oldest[0]);
      tab.byElement.delete(keyOf(oldest[1]));
    }
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

/** Whoever holds a ref has read what its element is called: with another name the element gets another ref. */
function keyOf({ number, role, name, text }: ScriptElement): string {
  return JSON.stringify([number, role, name, text]);
}

/** Whether an element is still the one that was read, and called the same. */
export function isSameElement(one: ScriptElement, other: ScriptElement): boolean {
  return keyOf(one) === keyOf(other);
}

function elementOf({ number, role = '', name = '', text = '' }: ScriptLine): ScriptElement | null {
  return number === undefined ? null : { number, role, name, text };
}
