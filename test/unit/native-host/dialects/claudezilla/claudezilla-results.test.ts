// From what the browser's tools answer to the result keys that spec 000's real system answers with.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claudezillaCommands } from '../../../../../native-host/dialects/claudezilla/claudezilla-commands.ts';
import { commandResult } from '../../../../../native-host/dialects/claudezilla/claudezilla-results.ts';

const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

describe('Result keys', () => {
  test('navigate answers with the tab, its address and its title.', () => {
    const said = text(JSON.stringify({ tabId: 42, url: 'https://example.com/', title: 'Example Domain' }));
    expect(commandResult('navigate', said, {})).toEqual({
      tabId: 42,
      url: 'https://example.com/',
      title: 'Example Domain',
      navigated: true,
    });
  });

  test.each([
    ['"Example"', { result: 'Example', type: 'string' }],
    ['{"a":[1]}', { result: { a: [1] }, type: 'object' }],
    ['7', { result: 7, type: 'number' }],
    ['undefined', { result: null, type: 'undefined' }],
    ['HTMLDivElement', { result: 'HTMLDivElement', type: 'object' }],
  ])('evaluate of a script with the value %s keeps its kind.', (said, value) => {
    expect(commandResult('evaluate', text(said), { expression: 'x' })).toEqual({ expression: 'x', ...value });
  });

  test('getElementInfo answers with the one element.', () => {
    const element = { ref: 'ref_1', role: 'button', name: 'Go', tag: 'button', attributes: { id: 'go' } };
    const said = text(JSON.stringify({ matches: 2, elements: [element] }));
    expect(commandResult('getElementInfo', said, { selector: '#go' })).toEqual({
      selector: '#go',
      tagName: 'button',
      ref: 'ref_1',
      role: 'button',
      name: 'Go',
      attributes: { id: 'go' },
    });
  });

  test('getConsoleLogs answers with logs, getNetworkRequests with requests.', () => {
    const messages = [{ level: 'error', text: 'Oh', url: 'http://a/', line: 3, at: 17 }];
    expect(commandResult('getConsoleLogs', text(JSON.stringify({ messages, total: 1 })), { tabId: 2 })).toEqual({
      tabId: 2,
      logs: [{ level: 'error', message: 'Oh', url: 'http://a/', line: 3, timestamp: 17 }],
      total: 1,
      filtered: 1,
      captureEnabled: true,
    });
    const request = { url: 'http://a/', method: 'GET', startedAt: 17, durationMs: null };
    const requests = [
      { ...request, status: 204, error: '' },
      { ...request, status: 0, error: '' },
      { ...request, status: 0, error: 'net::ERR_FAILED' },
    ];
    const told = { url: 'http://a/', method: 'GET', timestamp: 17, duration: null };
    const said = text(JSON.stringify({ requests, total: 4, filtered: 3 }));
    expect(commandResult('getNetworkRequests', said, {})).toEqual({
      requests: [
        { ...told, status: 'completed', statusCode: 204 },
        { ...told, status: 'pending' },
        { ...told, status: 'error', error: 'net::ERR_FAILED' },
      ],
      total: 4,
      filtered: 3,
    });
  });

  test.each([
    ['Look with read_page or find.', 'Look with firefox_get_page_state.'],
    [
      'computer left_click has no answer: tab 2 opened an alert "Hi". Answer it with handle_dialog, then call again.',
      'firefox_click has no answer: tab 2 opened an alert "Hi". Ask the user to answer it in the browser, then call again.',
    ],
    ['leave it with navigate or tabs_close', 'leave it with firefox_navigate or firefox_close_tab'],
    ['Clicked at (1, 2): link "find me".', 'Clicked at (1, 2): link "find me".'],
  ])('What was done is told with names that its reader knows: %s', (said, told) => {
    expect(commandResult('click', text(said), {}).message).toBe(told);
  });

  test.each([
    ['navigate', {}, 'navigate opened an alert dialog, "Hi", in tab 2.', {}],
    [
      'evaluate',
      { expression: 'x' },
      'javascript_tool opened an alert dialog, "Hi".',
      { result: null, type: 'undefined' },
    ],
    ['waitFor', { selector: '#a' }, 'wait opened an alert dialog, "Hi".', {}],
  ])('What %s met is told, and nothing that did not come.', (command, params, said, more) => {
    const { message, navigated, ...result } = commandResult(command, text(said), params, { isSurprise: true });
    expect([message, navigated]).toEqual([expect.stringContaining('opened an alert dialog'), undefined]);
    expect(result).toMatchObject(more);
  });

  test('What is told beside a record spoils it not.', () => {
    const content = ['{"url":"https://a.example/","title":"A"}', 'Open in tab 2 now: an alert dialog.'];
    const result = { content: content.map(said => ({ type: 'text', text: said })) };
    expect(commandResult('navigate', result, {}, { isSurprise: true })).toEqual({
      url: 'https://a.example/',
      title: 'A',
      navigated: true,
      message: 'Open in tab 2 now: an alert dialog.',
    });
  });

  test('What was asked for and not heeded is named, and what is done anyway is not.', () => {
    const ignored = (command: string, params: object) => commandResult(command, text('done'), { ...params }).ignored;
    expect(ignored('scroll', { y: 3, behavior: 'smooth' })).toEqual(['behavior']);
    expect(ignored('scroll', { y: 3, behavior: 'instant', tabId: 2 })).toBeUndefined();
    expect(ignored('waitFor', { text: 'x', interval: 20 })).toEqual(['interval']);
    expect(ignored('click', { selector: '#a', windowId: 3, own: 1 })).toEqual(['windowId', 'own']);
    // Only the companion can.
    expect(ignored('getContent', { includeHtml: true })).toEqual(['includeHtml']);
    const facts = { ...text('Title: a\nURL: b\n\nc'), _meta: { 'dev.pilothouse/facts': { html: '<p>c' } } };
    expect(commandResult('getContent', facts, { includeHtml: true })).toEqual({
      url: 'b',
      title: 'a',
      text: 'c',
      textLength: 1,
      truncated: false,
      html: '<p>c',
    });
  });

  test('getAccessibilitySnapshot is a tree, with no more nodes than were asked for.', () => {
    const tree = [
      'Probe',
      'http://127.0.0.1/a1',
      'viewport 1366x682',
      '',
      'main [ref_1]',
      '  heading "Hello" level=1',
      '  - checkbox "Yes" [ref_3] checked',
      '    "A text"',
      '  button "More" [ref_4] disabled expanded=false',
      '  combobox "Size" [ref_5] value="M" of "S" | "M"',
      '  row "a" | "b"',
      '  (3 more parts; read_page from=9)',
    ].join('\n');
    const children = [
      { role: 'heading', level: 1, name: 'Hello' },
      { role: 'checkbox', name: 'Yes', ref: 'ref_3', checked: true, children: [{ text: 'A text' }] },
      { role: 'button', name: 'More', ref: 'ref_4', disabled: true, expanded: false },
      { role: 'combobox', name: 'Size', ref: 'ref_5', value: 'M' },
      { role: 'row', text: '"a" | "b"' },
    ];
    const head = { url: 'http://127.0.0.1/a1', title: 'Probe' };
    const snapshot = (params: object) => commandResult('getAccessibilitySnapshot', text(tree), { ...params });
    const whole = { tree: { role: 'main', ref: 'ref_1', children }, nodeCount: 7, maxNodes: 200, truncated: true };
    expect(snapshot({})).toEqual({ ...head, ...whole });
    expect(snapshot({ maxNodes: 2 })).toEqual({
      ...head,
      tree: { role: 'main', ref: 'ref_1', children: children.slice(0, 1) },
      nodeCount: 2,
      maxNodes: 2,
      truncated: true,
    });
  });

  test('The number of a reading is no part of the page.', () => {
    const tree = 'Probe\nhttp://127.0.0.1/\nviewport 800x600\n\nmain [ref_1]\n  "reading 3"\n\nreading 4';
    expect(commandResult('getAccessibilitySnapshot', text(tree), {})).toMatchObject({
      tree: { role: 'main', ref: 'ref_1', children: [{ text: 'reading 3' }] },
      nodeCount: 2,
    });
  });

  test('A scroll tells where the page is, to an element, to a place, and without either.', () => {
    const view = { width: 800, height: 600, scrollX: 0, scrollY: 500, scrollHeight: 3_000 };
    const scroll = (words: string, params: object, more: object = {}) =>
      commandResult('scroll', { ...text(words), _meta: { 'dev.pilothouse/facts': { view, ...more } } }, { ...params });
    expect(scroll('It moved.', { y: 500 })).toEqual({
      scrolledTo: true,
      noEffect: false,
      position: { x: 0, y: 500 },
      message: 'It moved.',
    });
    expect(scroll('There; nothing moved.', { y: 500 })).toMatchObject({ noEffect: true });
    expect(scroll('Waited 0 s.', {})).toEqual({ position: { x: 0, y: 500 }, pageHeight: 3_000, viewportHeight: 600 });
    expect(scroll('In view.', { selector: '#a' }, { position: { x: 1, y: 2, width: 3, height: 4 } })).toEqual({
      selector: '#a',
      scrolledTo: true,
      elementPosition: { x: 1, y: 2 },
      message: 'In view.',
    });
  });

  test('waitFor says how long it took, setViewport what the window has become.', () => {
    expect(commandResult('waitFor', text('The selector "#a" is there after 120 ms.'), { selector: '#a' })).toEqual({
      found: true,
      elapsed: 120,
      selector: '#a',
      message: 'The selector "#a" is there after 120 ms.',
    });
    const window = { windowId: 1, width: 500, height: 844, left: 0, top: 0 };
    expect(commandResult('setViewport', text(JSON.stringify(window)), { device: 'iphone-14' })).toMatchObject({
      device: 'iphone-14',
      viewport: { width: 390, height: 844 },
      window,
      type: 'mobile',
    });
  });

  test('screenshot says from which size to which the picture was scaled.', () => {
    const [from, to] = [
      { width: 2_400, height: 1_600 },
      { width: 1_200, height: 800 },
    ];
    const image = { type: 'image', data: '/9j/', mimeType: 'image/jpeg' };
    const scaled = { ...image, _meta: { 'dev.pilothouse/scaled': { from, to } } };
    expect(commandResult('screenshot', { content: [image] }, {})).toMatchObject({ format: 'jpeg', scale: 0.5 });
    expect(commandResult('screenshot', { content: [image] }, { scale: 1 })).toMatchObject({ scale: 1 });
    expect(commandResult('screenshot', { content: [image] }, { purpose: 'inspect-ui' })).toMatchObject({ scale: 0.75 });
    expect(commandResult('screenshot', { content: [scaled] }, {})).toMatchObject({
      originalSize: from,
      scaledSize: to,
      scale: 0.25,
      dataUrl: 'data:image/jpeg;base64,/9j/',
    });
  });

  test('getContent cuts the text at maxLength and says so.', () => {
    const said = text('Title: Probe /b1\nURL: http://127.0.0.1/b1\n\nHelloGo');
    const common = { tabId: 3, url: 'http://127.0.0.1/b1', title: 'Probe /b1', textLength: 7 };
    expect(commandResult('getContent', said, { tabId: 3 })).toEqual({ ...common, text: 'HelloGo', truncated: false });
    expect(commandResult('getContent', said, { tabId: 3, maxLength: 5 })).toEqual({
      ...common,
      text: 'Hello',
      truncated: true,
    });
  });

  test('getPageState sorts the elements into the lists of the real system, each with the ref to click.', () => {
    const tree = [
      'Probe /a1',
      'http://127.0.0.1/a1',
      'viewport 1366x682',
      '',
      'main [ref_1]',
      '  heading "Hello \\"you\\"" [ref_2] level=1',
      '  link "More" [ref_3] href="/more"',
      '  button "Go" [ref_4] disabled',
      '  textbox "Name" [ref_5] value="Ana"',
      '  "Words that look like button \\"Pay\\" [ref_6]"',
      '  row "Ana" | button "Edit" [f2_ref_7] disabled | link "Away" [ref_8]',
    ].join('\n');
    const view = { width: 1366, height: 682, scrollX: 0, scrollY: 9, scrollHeight: 4_000 };
    const controls = { ref_4: { type: 'submit' }, ref_5: { type: 'text', name: 'n', required: true } };
    const facts = { 'dev.pilothouse/facts': { view, errors: ['Oh'], controls } };
    expect(commandResult('getPageState', { ...text(tree), _meta: facts }, { tabId: 2, maxLinks: 1 })).toMatchObject({
      viewport: view,
      errors: ['Oh'],
      buttons: [{ text: 'Go', type: 'submit', disabled: true }, { text: 'Edit' }],
      inputs: [{ type: 'text', name: 'n', required: true, label: 'Name', value: 'Ana' }],
      links: [{ text: 'More' }],
      counts: { links: { shown: 1, total: 2 } },
    });
    expect(commandResult('getPageState', text(tree), { tabId: 2 })).toEqual({
      tabId: 2,
      url: 'http://127.0.0.1/a1',
      title: 'Probe /a1',
      viewport: { width: 1366, height: 682 },
      headings: [{ level: 'h1', text: 'Hello "you"', ref: 'ref_2' }],
      links: [
        { text: 'More', href: '/more', ref: 'ref_3' },
        { text: 'Away', href: '', ref: 'ref_8' },
      ],
      buttons: [
        { text: 'Go', disabled: true, ref: 'ref_4' },
        { text: 'Edit', disabled: true, ref: 'f2_ref_7' },
      ],
      inputs: [{ type: 'textbox', label: 'Name', value: 'Ana', disabled: false, ref: 'ref_5' }],
      images: [],
      landmarks: [{ role: 'main', label: '', ref: 'ref_1' }],
      counts: {
        headings: { shown: 1, total: 1 },
        links: { shown: 2, total: 2 },
        buttons: { shown: 2, total: 2 },
        inputs: { shown: 1, total: 1 },
        images: { shown: 0, total: 0 },
        landmarks: { shown: 1, total: 1 },
      },
    });
  });

  test('screenshot answers with a data address, from which the real MCP server takes the picture.', () => {
    const image = { content: [{ type: 'image', data: 'iVBOR', mimeType: 'image/png' }] };
    expect(commandResult('screenshot', image, { tabId: 2 })).toMatchObject({
      tabId: 2,
      format: 'png',
      dataUrl: 'data:image/png;base64,iVBOR',
    });
  });

  test('No text of a page makes it throw.', () => {
    const commands = Object.keys(claudezillaCommands);
    fc.assert(
      fc.property(fc.constantFrom(...commands), fc.string({ maxLength: 300 }), (command, words) => {
        commandResult(command, text(words), {});
      }),
      { numRuns: 2_000 },
    );
  });
});
