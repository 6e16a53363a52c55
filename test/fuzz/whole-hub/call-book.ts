// Every call that a played agent made: how it ended, and what went wrong in the eyes of whoever asked.

export type Outcome = 'result' | 'error' | 'cancelled' | 'left';

export interface Call {
  /** Stands in the call's address, so that whoever answers names it. */
  readonly mark: string;
  readonly asker: string;
  outcome: Outcome | null;
  /** How often it was sent; a repeat after a broken connection is one more. */
  sent: number;
  answers: number;
}

const marks = /m\d+x/g;

export class CallBook {
  /** Sentences; any of them is a failure. */
  readonly wrong: string[] = [];
  readonly calls: Call[] = [];
  readonly ends: Record<Outcome, number> = { result: 0, error: 0, cancelled: 0, left: 0 };
  readonly #executed = new Map<string, number>();
  #next = 1;

  begin(asker: string): Call {
    const call: Call = { mark: `m${this.#next++}x`, asker, outcome: null, sent: 1, answers: 0 };
    this.calls.push(call);
    return call;
  }

  /** What its asker got; `names` says that a result has to name its call. Of a cancelled call one answer may be on its way already. */
  answered(call: Call, outcome: 'result' | 'error', text: string, names = true): void {
    call.answers += 1;
    const others = (text.match(marks) ?? []).filter(mark => mark !== call.mark);
    if (others.length > 0)
      this.wrong.push(`${call.asker} got the answer of ${others.join()} for ${call.mark}: ${text}`);
    if (names && outcome === 'result' && !text.includes(call.mark))
      this.wrong.push(`${call.asker} got an answer to ${call.mark} that does not name it: ${text}`);
    if (call.outcome === null) this.end(call, outcome);
    else if (call.outcome !== 'cancelled' || call.answers > 1)
      this.wrong.push(`${call.mark} ended as ${call.outcome} and then as ${outcome}: ${text}`);
  }

  /** Its connection was closed from the other side: without an answer only a hub that ends does that. */
  closed(call: Call, hubEnds: boolean): void {
    if (call.outcome === null && !hubEnds)
      this.wrong.push(`${call.mark} of ${call.asker} was closed without an answer.`);
    this.end(call, 'left');
  }

  /** Its asker gave it up, or went. Nothing changes for a call that has ended. */
  end(call: Call, outcome: Outcome): void {
    if (call.outcome !== null) return;
    call.outcome = outcome;
    this.ends[outcome] += 1;
  }

  /** A browser was told to carry out what holds this text. */
  executed(text: string): void {
    for (const mark of new Set(text.match(marks) ?? [])) this.#executed.set(mark, (this.#executed.get(mark) ?? 0) + 1);
  }

  get open(): Call[] {
    return this.calls.filter(({ outcome }) => outcome === null);
  }

  /** Adds what only shows at the end, returns all that is wrong, and begins anew. */
  close(): string[] {
    for (const { mark, asker } of this.open) this.wrong.push(`${mark} of ${asker} never ended.`);
    for (const { mark, sent } of this.calls) {
      const times = this.#executed.get(mark) ?? 0;
      if (times > sent) this.wrong.push(`${mark} was sent ${sent} times and carried out ${times} times.`);
    }
    this.calls.length = 0;
    this.#executed.clear();
    return this.wrong.splice(0);
  }
}
