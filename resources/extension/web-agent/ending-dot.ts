// The dot that may end the host of an origin: pages name it, the hub does not. As a text, because a function that is sent into a page takes values alone.

export const endingDot = String.raw`\.(?=$|:\d+$)`;
