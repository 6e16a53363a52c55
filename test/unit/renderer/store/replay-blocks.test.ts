// Results shown as what they are.
import { describe, expect, test } from 'vitest';
import { replayBlocks } from '../../../../renderer/store/replay-blocks.ts';

describe('what came back from a replay', () => {
  test('Texts are texts, known pictures are pictures, all else is told as it is.', () => {
    const svg = { type: 'image', data: 'PHN2Zz4=', mimeType: 'image/svg+xml' };
    const broken = { type: 'image', data: '" onerror="x', mimeType: 'image/png' };
    const content = [
      { type: 'text', text: '<b>' },
      { type: 'image', data: 'iVBO', mimeType: 'image/png' },
      svg,
      broken,
    ];
    expect(replayBlocks({ content, structuredContent: { sum: 5 } })).toEqual([
      { kind: 'text', text: '<b>' },
      { kind: 'image', source: 'data:image/png;base64,iVBO', type: 'image/png' },
      { kind: 'other', value: svg },
      { kind: 'other', value: broken },
      { kind: 'other', value: { sum: 5 } },
    ]);
    expect(replayBlocks({ tools: [] })).toEqual([{ kind: 'other', value: { tools: [] } }]);
    expect(replayBlocks(null)).toEqual([]);
  });
});
