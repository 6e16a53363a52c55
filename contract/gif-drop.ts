// Whether a call of gif_creator hands its GIF to a page, as an upload does: then it is decided on, described and recorded like one.

/** An action that nobody here knows may be an export of an extension of others. */
const keeping: readonly unknown[] = ['start_recording', 'stop_recording', 'clear'];

export function dropsGif({ action, coordinate }: Readonly<Record<string, unknown>>): boolean {
  return coordinate !== undefined && coordinate !== null && !keeping.includes(action);
}
