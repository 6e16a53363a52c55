import type { KeyObject } from 'node:crypto';

export function readSigningKey(file: string): KeyObject;
export function publicHalf(key: KeyObject): string;
export function signUpdates(folder: string, key: KeyObject): string[];
