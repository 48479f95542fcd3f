export default function Palace() {
  return null;
}
