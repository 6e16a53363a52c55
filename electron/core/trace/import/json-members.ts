// Members of foreign JSON, read without trust: what is of another type is not there.

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An empty object where there is none. */
export function objectIn(value: Json, name: string): Json {
  const member = value[name];
  return isObject(member) ? member : {};
}

export function textIn(value: Json, name: string): string | null {
  const member = value[name];
  return typeof member === 'string' ? member : null;
}

export function numberIn(value: Json, name: string): number | null {
  const member = value[name];
  return typeof member === 'number' && Number.isFinite(member) ? member : null;
}
