// One way from an agent to a browser, as all benchmarks of the browser's tools drive it.
import type { Answer } from './mcp-agent.ts';

/** A field of a form: its ref in this driver's own way of naming elements, its kind and what goes into it. */
export interface Entry {
  readonly ref: string;
  readonly name: string;
  readonly kind: 'textbox' | 'combobox' | 'checkbox';
  readonly value: string;
}

/** Acts on one tab, the work tab, which is opened by `open` and lies in front until it is covered. */
export interface Driver {
  readonly name: string;
  /** Opens the work tab in front. */
  open(url: string): Promise<void>;
  /** Puts another tab in front of the work tab. */
  cover(url: string): Promise<void>;
  navigate(url: string): Promise<Answer>;
  read(): Promise<Answer>;
  /** `what` is the name of the one thing that is looked for. */
  find(what: string): Promise<Answer>;
  click(ref: string): Promise<Answer>;
  /** Puts text into an empty or full field in place of what is there. */
  type(ref: string, text: string): Promise<Answer>;
  fill(entries: readonly Entry[]): Promise<Answer>;
  drag(from: string, to: string): Promise<Answer>;
  /** By about a screen. */
  scrollDown(): Promise<Answer>;
  /** As an agent gets it who asks for nothing particular. */
  screenshot(): Promise<Answer>;
  /** Of one CSS pixel for each pixel. */
  wholeScreenshot(): Promise<Answer>;
  /** `expression` is JavaScript with a value. */
  script(expression: string): Promise<Answer>;
  list(): Promise<Answer>;
  /** How an agent names the elements of the work tab that are called so, in the same order. */
  refsOf(names: readonly string[]): Promise<string[]>;
  toolList(): Promise<string>;
  /** The processes that this way adds beside the browser's own. */
  processes(): number[];
  close(): Promise<void>;
}

const usable = 'button|checkbox|combobox|link|textbox';

/** The refs of what can be used and is called so, in a snapshot with lines such as `button "Save"` beside what `ref` captures; throws for a name that has none. */
export function refsIn(snapshot: string, names: readonly string[], ref: RegExp): string[] {
  const lines = snapshot.split('\n').filter(line => new RegExp(`\\b(${usable}) "`).test(line));
  return names.map(name => {
    const line = lines.find(each => each.includes(` ${JSON.stringify(name)}`));
    const found = line === undefined ? undefined : ref.exec(line)?.[1];
    if (found === undefined) throw new Error(`No element called "${name}" has a ref in ${snapshot.slice(0, 500)}`);
    return found;
  });
}
