// Loaded into each peer: some of them listen on every interface, and a benchmark opens nothing to the network.
const { Server } = require('node:net');

const { listen } = Server.prototype;
Server.prototype.listen = function (first, ...rest) {
  if (typeof first === 'object' && first !== null && first.port !== undefined)
    return listen.call(this, { ...first, host: '127.0.0.1' }, ...rest);
  if (typeof first !== 'number' && !/^\d+$/.test(String(first))) return listen.call(this, first, ...rest);
  const callback = rest.find(argument => typeof argument === 'function');
  return listen.call(this, Number(first), '127.0.0.1', callback);
};
