// What the tests know of a packed app.
export function readFuses(binary: string): Readonly<Record<string, boolean>>;
