// The names and sizes of recordings.

export interface RecordingLimits {
  /** A file is ended once it has so many bytes. */
  readonly fileBytes: number;
  /** All files together. */
  readonly allBytes: number;
}

export const recordingLimits: RecordingLimits = { fileBytes: 16 * 1024 * 1024, allBytes: 128 * 1024 * 1024 };

const namePattern = /^trace-\d{8}T\d{6}-\d{3}\.jsonl$/;

/** Sorted by name they are sorted by time. `isTaken` tells whether a name is in use. */
export function recordingName(at: number, isTaken: (name: string) => boolean): string {
  const moment = new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '');
  for (let number = 0; ; number += 1) {
    const name = `trace-${moment}-${String(number).padStart(3, '0')}.jsonl`;
    if (!isTaken(name)) return name;
  }
}

export function isRecordingName(name: string): boolean {
  return namePattern.test(name);
}
