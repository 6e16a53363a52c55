// Bytes as base64, however many they are.

export function toBase64(bytes: Uint8Array): string {
  const piece = 32_768;
  let text = '';
  // So many arguments at once are too many for a call.
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(text);
}
