// Loaded before a suite's tests: a client that turns to any other machine fails there and then.

import net from "node:net";

const LOOPBACK = ["127.0.0.1", "localhost", "::1"];
const connect = net.Socket.prototype.connect;

net.Socket.prototype.connect = function (...given) {
  const [options, host] = Array.isArray(given[0]) ? given[0] : given; // node's own callers hand over one list
  const path = typeof options === "object" ? options.path : undefined;
  const wanted = (typeof options === "object" ? options.host : host) ?? "localhost";
  if (!path && typeof wanted === "string" && !LOOPBACK.includes(wanted)) {
    throw new Error(`a client tried to reach '${wanted}', which is not this machine`);
  }
  return connect.apply(this, given);
};
