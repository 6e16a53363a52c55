// What a box and its host say to each other. The box is a worker, which holds nothing but one server.
import type { BoxSaid } from './box-said.ts';

export type ToBox =
  | { readonly kind: 'script'; readonly name: string; readonly code: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'module'; readonly name: string; readonly code: Uint8Array<ArrayBuffer> }
  /** For a script: one for each time that it `asks`. */
  | { readonly kind: 'line'; readonly line: string }
  /** For a module, which is begun anew: all of its input. */
  | { readonly kind: 'run'; readonly input: string };

export type FromBox =
  | { readonly kind: 'ready' }
  /** A script waits for its next line. */
  | { readonly kind: 'asks' }
  /** Of a script: a line that it wrote. */
  | { readonly kind: 'line'; readonly line: string }
  /** Of a module that has ended: its answers, and with what it failed. */
  | { readonly kind: 'ran'; readonly lines: readonly string[]; readonly failure: BoxSaid | null }
  /** It cannot go on. */
  | { readonly kind: 'failed'; readonly why: BoxSaid };
