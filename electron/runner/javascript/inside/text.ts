// UTF-8 and base64 for a sandboxed script.
import type { Host } from './host.ts';

/** The bytes of what holds bytes, copied where they are a part; null for anything else. */
export function bytesOf(data: unknown): ArrayBuffer | null {
  if (data instanceof ArrayBuffer) return data;
  if (!ArrayBuffer.isView(data)) return null;
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice().buffer;
}

export function textClasses(host: Host) {
  class TextEncoder {
    readonly encoding = 'utf-8';
    encode(text?: unknown): Uint8Array {
      return new Uint8Array(host.encode(text === undefined ? '' : String(text)));
    }
  }
  class TextDecoder {
    readonly encoding = 'utf-8';
    constructor(label: unknown = 'utf-8') {
      if (!/^utf-?8$/i.test(String(label))) throw new RangeError(`${String(label)} is not known here; only utf-8 is.`);
    }
    decode(data?: unknown): string {
      return host.decode(bytesOf(data) ?? new ArrayBuffer(0));
    }
  }
  return {
    TextEncoder,
    TextDecoder,
    btoa: (text: unknown) => host.toBase64(String(text)),
    atob: (text: unknown) => host.fromBase64(String(text)),
  };
}
