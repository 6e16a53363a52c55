// What an answer comes to while it is written: its steps and what was spent. Whoever shows and keeps it is told of each change.
import type { ChatModel, ChatSpent } from '../../../../contract/schemas/chat.ts';
import type { KeptAnswer, KeptCall, KeptStep } from '../../../../contract/schemas/chat-kept.ts';

export interface AnswerSink {
  /** Kept and shown. */
  put(answer: KeptAnswer): void;
  /** Shown alone: text comes in. */
  text(answer: KeptAnswer, piece: TextPiece): void;
}

export interface TextPiece {
  readonly step: number;
  readonly field: 'text' | 'reasoning';
  readonly from: number;
  readonly text: string;
}

type TextStep = Extract<KeptStep, { kind: 'text' }>;
type CallsStep = Extract<KeptStep, { kind: 'calls' }>;

export class AnswerRecord {
  readonly #sink: AnswerSink;
  #answer: KeptAnswer;

  constructor(answer: KeptAnswer, sink: AnswerSink) {
    this.#answer = answer;
    this.#sink = sink;
  }

  get answer(): KeptAnswer {
    return this.#answer;
  }

  /** The round under way; 0 before the first. */
  get round(): number {
    return this.#answer.spent.rounds;
  }

  add(step: KeptStep): void {
    this.#set({ steps: [...this.#answer.steps, step] });
  }

  model(model: ChatModel): void {
    this.#set({ model });
  }

  spent(change: Partial<ChatSpent>): void {
    this.#set({ spent: { ...this.#answer.spent, ...change } });
  }

  end(last: KeptStep | null): void {
    const steps = last ? [...this.#answer.steps, last] : this.#answer.steps;
    this.#set({ steps, state: 'ended' });
  }

  /** The model has written more in this round. */
  write(field: 'text' | 'reasoning', text: string): void {
    if (text === '') return;
    const { steps } = this.#answer;
    const last = steps.at(-1);
    const isOpen = last?.kind === 'text' && last.round === this.round;
    const before: TextStep = isOpen ? last : { kind: 'text', round: this.round, text: '', reasoning: '' };
    const others = isOpen ? steps.slice(0, -1) : steps;
    const next = { ...before, [field]: before[field] + text };
    this.#answer = { ...this.#answer, steps: [...others, next] };
    if (!isOpen) this.#sink.put(this.#answer);
    else this.#sink.text(this.#answer, { step: others.length, field, from: before[field].length, text });
  }

  /** What the model has written in this round. */
  get written(): string {
    const last = this.#answer.steps.at(-1);
    return last?.kind === 'text' && last.round === this.round ? last.text : '';
  }

  /** In place of that; a step that says nothing goes. */
  rewrite(text: string): void {
    const { steps } = this.#answer;
    const last = steps.at(-1);
    if (last?.kind !== 'text' || last.round !== this.round) return;
    const isEmpty = text === '' && last.reasoning === '';
    this.#set({ steps: [...steps.slice(0, -1), ...(isEmpty ? [] : [{ ...last, text }])] });
  }

  /** The calls of the newest round that has any. */
  get calls(): readonly KeptCall[] {
    return this.#answer.steps.findLast((step): step is CallsStep => step.kind === 'calls')?.calls ?? [];
  }

  call(callId: string, change: Partial<KeptCall>): void {
    const at = this.#answer.steps.findLastIndex(({ kind }) => kind === 'calls');
    const steps = this.#answer.steps.map((step, index) => {
      if (index !== at || step.kind !== 'calls') return step;
      return { ...step, calls: step.calls.map(call => (call.id === callId ? { ...call, ...change } : call)) };
    });
    this.#set({ steps });
  }

  #set(change: Partial<KeptAnswer>): void {
    this.#answer = { ...this.#answer, ...change };
    this.#sink.put(this.#answer);
  }
}
