// Sentences of the hub's browser tools, for whoever knows none of their names: with what the real MCP server of spec 000's wire calls the same, as the real system's own sentences do.
const names: readonly (readonly [RegExp, string])[] = [
  [/\bread_page(?: or find)?\b/g, 'firefox_get_page_state'],
  [/\bget_page_text\b/g, 'firefox_get_content'],
  [/\btabs_context\b/g, 'firefox_get_tabs'],
  [/\btabs_create\b/g, 'firefox_create_window'],
  [/\btabs_close\b/g, 'firefox_close_tab'],
  [/\bjavascript_tool\b/g, 'firefox_evaluate'],
  [/\bread_console_messages\b/g, 'firefox_get_console'],
  [/\bread_network_requests\b/g, 'firefox_get_network'],
  [/\bresize_window\b/g, 'firefox_resize_window'],
  [/\bcomputer (?:left|right|double|triple)_click\b/g, 'firefox_click'],
  // Its tool takes no text without a selector.
  [/\bafter computer type, with another text\b/g, 'after firefox_type, with another text and the selector ""'],
  [/\bcomputer type\b/g, 'firefox_type'],
  [/\bcomputer key\b/g, 'firefox_press_key'],
  [/\bcomputer scroll(?:_to)?\b/g, 'firefox_scroll'],
  [/\bcomputer screenshot\b/g, 'firefox_screenshot'],
  [/\bcomputer wait\b/g, 'firefox_wait_for'],
  // Words of every sentence too, but where they are called.
  [/^navigate (?=opened|has|was begun|waits)/, 'firefox_navigate '],
  [/\b(call|with) navigate\b/g, '$1 firefox_navigate'],
  [/^find (?=opened|has|was begun|waits)/, 'firefox_get_element '],
  [/\bcall find\b/g, 'call firefox_get_element'],
  // It has no tool for that.
  [/\bAnswer it (there )?with handle_dialog\b/g, 'Ask the user to answer it $1in the browser'],
  [/\bwith handle_dialog\b/g, 'by the user'],
];

/** What a sentence may tell of a page: all between quotation marks, words alone, and to its end what a script threw. */
const told = /The script threw [^]*|"(?:[^"\\]|\\[^])*(?:"|$)|“[^”]*(?:”|$)|[^\s"“]+/g;
/** A word that is an address or the id of an element. */
const address = /[#/]|:./;
const beginsQuote = /^(?:The script threw |["“])/;

/** Other words stay as they are, and so does what comes from a page, whatever it says. For sentences of the hub and of its companion alone. */
export function inItsNames(sentence: string): string {
  let at = 0;
  let said = '';
  for (const { 0: part, index } of sentence.matchAll(told)) {
    if (!beginsQuote.test(part) && !address.test(part)) continue;
    said += named(sentence.slice(at, index)) + part;
    at = index + part.length;
  }
  return said + named(sentence.slice(at));
}

function named(words: string): string {
  return names.reduce((said, [name, own]) => said.replace(name, own), words);
}
