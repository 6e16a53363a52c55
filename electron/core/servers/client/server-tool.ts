// A tool's definition as its server gave it.

/** Unknown keys are kept. */
export interface ServerTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}
