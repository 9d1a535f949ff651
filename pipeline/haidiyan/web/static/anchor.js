// The name that the address points to on this page; empty where there is none, or its escapes are none.
export function named() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}
