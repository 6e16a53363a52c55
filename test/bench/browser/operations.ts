// What an agent does in a tab, one call at a time, each with a look at the page that tells whether it was done.
import { journey } from '../../support/many-pages/form-pages.ts';
import { type Answer, both } from './mcp-agent.ts';
import type { Driver } from './driver.ts';

export interface Task {
  /** `round` differs from time to time, so that a page that was used already is no help. */
  run(round: number): Promise<Answer>;
  /** Rejects when the page does not show that it was done. */
  check(round: number, answer: Answer): Promise<void>;
}

export interface Operation {
  readonly name: string;
  /** What the tab shows before it begins. */
  readonly path: string;
  /** What a peer without such a tool is measured by instead. */
  readonly instead?: string;
  begin(driver: Driver, origin: string): Promise<Task>;
}

export const operations: readonly Operation[] = [
  {
    name: 'navigate',
    path: '/shop',
    begin: async (driver, origin) => ({
      run: round => driver.navigate(`${origin}/article?visit=${round}`),
      check: round => says(driver, 'location.search + document.readyState', `?visit=${round}complete`),
    }),
  },
  reading('read', '/shop', driver => driver.read(), 'Add Chart 48 to the basket'),
  {
    ...reading('find', '/shop', driver => driver.find('Add Bell 5 to the basket'), 'Add Bell 5 to the basket'),
    instead: 'chrome-devtools-mcp has no way to find: its snapshot counts',
  },
  {
    name: 'click',
    path: '/shop',
    begin: async driver => {
      const [ref = ''] = await driver.refsOf(['Add Compass 4 to the basket']);
      let clicks = 0;
      return {
        run: () => driver.click(ref),
        check: () => says(driver, '"basket:" + state.basket + ";"', `basket:${++clicks};`),
      };
    },
  },
  typing('type 20', 20),
  typing('type 500', 500),
  {
    name: 'fill 12 fields',
    path: '/journey',
    begin: async driver => {
      const refs = await driver.refsOf(journey.map(({ name }) => name));
      const values = (round: number) =>
        journey.map(field => (field.kind === 'textbox' ? { ...field, value: `${field.value} ${round}` } : field));
      const wanted = (round: number) =>
        values(round)
          .map(({ id, value }) => `${id}=${value}`)
          .join(';');
      const shown = `${JSON.stringify(journey.map(({ id }) => id))}.map(id => { const field = document.getElementById(id); return id + '=' + (field.type === 'checkbox' ? field.checked : field.value); }).join(';')`;
      return {
        run: round => driver.fill(values(round).map((field, at) => ({ ...field, ref: refs[at] ?? '' }))),
        check: round => says(driver, shown, wanted(round)),
      };
    },
  },
  {
    name: 'script',
    path: '/shop',
    begin: async driver => ({
      run: round => driver.script(`document.querySelectorAll('button').length + ${round}`),
      check: async (round, { text }) => holds(text, String(49 + round)),
    }),
  },
  reading('list tabs', '/shop', driver => driver.list(), '/shop'),
  {
    name: 'drag',
    path: '/drag',
    begin: async driver => {
      // A snapshot names by its ref only what has a role.
      await driver.script(
        `[crate, hold].map(it => { it.role = 'button'; it.ariaLabel = it.id; }) && hold.addEventListener('drop', () => window.drops = (window.drops ?? 0) + 1)`,
      );
      const [crate = '', hold = ''] = await driver.refsOf(['crate', 'hold']);
      let drags = 0;
      return {
        run: () => driver.drag(crate, hold),
        check: () => says(driver, '"drops:" + window.drops + ";"', `drops:${++drags};`),
      };
    },
  },
  {
    name: 'scroll',
    path: '/nodes',
    instead: 'the peers have no way to scroll that also works behind another tab: a script counts',
    begin: async driver => ({
      run: () => driver.scrollDown(),
      check: () =>
        says(
          driver,
          `(() => { const moved = scrollY > 0; scrollTo({ top: 0, behavior: 'instant' }); return 'moved:' + moved + ';'; })()`,
          'moved:true;',
        ),
    }),
  },
  // The last, because a peer that gives no picture of a covered tab answers nothing after it either.
  picture('screenshot', driver => driver.screenshot()),
  picture('screenshot in full size', driver => driver.wholeScreenshot()),
  picture('click, then screenshot', async (driver, ref) => both(await driver.click(ref), await driver.screenshot())),
];

function picture(name: string, take: (driver: Driver, ref: string) => Promise<Answer>): Operation {
  return {
    name,
    path: '/shop',
    begin: async driver => {
      const [ref = ''] = await driver.refsOf(['Add Compass 4 to the basket']);
      return {
        run: () => take(driver, ref),
        check: async (_round, { imageBytes }) => {
          if (imageBytes < 1_000) throw new Error(`The picture has ${imageBytes} bytes.`);
        },
      };
    },
  };
}

function reading(name: string, path: string, read: (driver: Driver) => Promise<Answer>, expected: string): Operation {
  return {
    name,
    path,
    begin: async driver => ({ run: () => read(driver), check: async (_round, { text }) => holds(text, expected) }),
  };
}

function typing(name: string, length: number): Operation {
  const textOf = (round: number) =>
    `${round}: ${'a long note from the harbour '.repeat(20)}`.slice(0, length - 1).concat('.');
  return {
    name: `${name} characters`,
    path: '/long-note',
    begin: async driver => {
      // The note that the page has is long, and nobody types over that much.
      await driver.script("document.getElementById('note').value = ''");
      const [ref = ''] = await driver.refsOf(['Note']);
      return {
        run: round => driver.type(ref, textOf(round)),
        check: round => says(driver, "document.getElementById('note').value", textOf(round)),
      };
    },
  };
}

async function says(driver: Driver, expression: string, expected: string): Promise<void> {
  holds((await driver.script(expression)).text, expected);
}

function holds(text: string, expected: string): void {
  if (!text.includes(expected)) throw new Error(`"${expected}" is not in ${text.slice(0, 400)}`);
}
