// Watches the places where browsers look for manifests: what changes there reaches the panels, and what breaks a browser that was
// switched on becomes a problem.
import { registryLookMs, registryPollMs } from '../../../../contract/browsers.ts';
import { readReceipts } from '../../../../native-host/manifests/receipts.ts';
import { FolderWatch } from './folder-watch.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { WhoAnswers } from '../../../../contract/schemas/browsers.ts';
import type { ManifestRow } from '../../../../contract/schemas/manifests.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';
import type { Receipts } from '../../../../native-host/manifests/receipts.ts';
import type { MachineBrowsers, MachineFacts } from './machine-browsers.ts';

/** Several changes at once, as one program writes them, are looked at together. */
const settleMs = 300;

export interface ManifestWatchOptions {
  readonly context: () => ManifestContext;
  readonly machine: Pick<MachineBrowsers, 'watchedPlaces' | 'facts' | 'registry'>;
  readonly problems: { report(id: string, reason: Reason): void; solved(id: string): void };
  readonly onChange: () => void;
}

export class ManifestWatch {
  readonly #options: ManifestWatchOptions;
  readonly #folders = new FolderWatch(() => this.#changed());
  /** What the rows said last; null before the first look. */
  #said: string | null = null;
  /** What the registry held last. */
  #registry = '';
  #broken = new Map<string, string>();
  #soon: NodeJS.Timeout | null = null;
  #poll: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: ManifestWatchOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.look();
    if (this.#isStopped) return;
    this.#poll = setInterval(() => void this.look(), registryPollMs);
    this.#poll.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#soon) clearTimeout(this.#soon);
    if (this.#poll) clearInterval(this.#poll);
    this.#folders.close();
    await this.#looking;
  }

  /** Looks now, after whoever looks already, and tells what has changed. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look()).catch(() => {});
    return this.#looking;
  }

  /**
   * For somebody who has the browsers before him: the registry of Windows, which tells of no change. Says after how many milliseconds to
   * ask again; null where changes are told of.
   */
  async lookAtRegistry(): Promise<number | null> {
    const { context, machine } = this.#options;
    if (context().platform !== 'win32') return null;
    if ((await machine.registry()) !== this.#registry) await this.look();
    return registryLookMs;
  }

  async #look(): Promise<void> {
    if (this.#isStopped) return;
    const { machine } = this.#options;
    const context = this.#options.context();
    const { files, folders } = await machine.watchedPlaces();
    if (this.#isStopped) return;
    // Before the places are read: what changes meanwhile is looked at once more.
    this.#folders.set([...files, context.launcherPath], folders);
    const facts = await machine.facts();
    this.#registry = facts.registry;
    const receipts = await readReceipts(context).catch((): Receipts => []);
    if (this.#isStopped) return;
    this.#tellProblems(facts, receipts);
    const said = JSON.stringify(facts);
    const isNew = this.#said !== null && said !== this.#said;
    this.#said = said;
    if (isNew) this.#options.onChange();
  }

  #tellProblems({ rows, answers }: MachineFacts, receipts: Receipts): void {
    const broken = new Map<string, Reason>();
    for (const row of rows) {
      const { browserId, host, name: browser, extension } = row;
      const isOn = receipts.some(receipt => receipt.host === host && receipt.browsers.includes(browserId));
      const why = isOn ? whyUnanswered(row, answers) : null;
      if (why !== null)
        broken.set(`browser:${browserId}:${host}`, {
          kind: 'browser-unanswered',
          browser,
          browserId,
          host,
          extension,
          why,
        });
    }
    const { problems } = this.#options;
    for (const id of this.#broken.keys()) if (!broken.has(id)) problems.solved(id);
    for (const [id, reason] of broken) if (this.#broken.get(id) !== JSON.stringify(reason)) problems.report(id, reason);
    this.#broken = new Map([...broken].map(([id, reason]) => [id, JSON.stringify(reason)]));
  }

  #changed(): void {
    if (this.#isStopped) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = null;
      void this.look();
    }, settleMs);
  }
}

/** Its own places are not as they should be, or they are and something that comes before them counts: the machine's place, a policy. */
function whyUnanswered({ browserId, host, state, reason }: ManifestRow, answers: readonly WhoAnswers[]): Reason | null {
  if (state !== 'ours') return reason;
  const answer = answers.find(each => each.browserId === browserId && each.host === host)?.answer;
  return answer === undefined || answer.kind === 'pilothouse' ? null : answer.reason;
}
