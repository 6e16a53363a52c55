// What is kept of a server's stderr for telling why it ended.
import { expect, test } from 'vitest';
import { exitReason } from '../../../../../electron/core/servers/lifecycle/exit-reasons.ts';
import { KeptStderr } from '../../../../../electron/core/servers/logs/kept-stderr.ts';
import { inEnglish } from '../../../../../words/english.ts';

test.each(['Error: bad token', 'said the token', '{"message": "denied for'])(
  'A secret after %s is hidden before its half could be told.',
  words => {
    const token = `tok-${'a1'.repeat(600)}`;
    const mask = (text: string) => text.replaceAll(token, '••••');
    const stderr = new KeptStderr({ onStderr: () => {}, onLog: () => {}, mask });
    stderr.push(Buffer.from(`${words} ${token}\n`));
    const told = inEnglish(exitReason(1, null, stderr.masked()));
    expect(told).toContain('••••');
    expect(told).not.toContain('a1a1');
  },
);
