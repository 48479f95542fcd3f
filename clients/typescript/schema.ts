// Written by clients/generate.py from the server's OpenAPI; not by hand.

export interface ActionDone {
  "taskId": string;
  "text": string;
  "workspaceId": string;
  "actionId"?: string;
  "noteId"?: string;
  "tags"?: Array<string>;
  "agent"?: string;
  "at"?: string | null;
}

export interface Approval {
  "url": string;
}

export interface Backfill {
  "limit"?: number;
}

export interface Backlink {
  "slug": string;
  "title": string;
  "layer": "page" | "source";
  "line": string;
  "kind": string;
}

export interface Broken {
  "target": string;
  "wantedBy": Array<string>;
}

export interface Code {
  "code": string;
}

export interface Contradiction {
  "fact": Fact;
  "other": Fact;
  "since": string | null;
  "until": string | null;
}

export interface Contradictions {
  "contradictions": Array<Contradiction>;
}

export interface Create {
  "text": string;
  "title"?: string | null;
  "slug"?: string | null;
  "wingId"?: string | null;
  "link"?: boolean;
}

export interface Deleted {
  "dryRun": boolean;
  "memories": number;
  "ids": Array<string>;
  "receipt"?: Done | null;
}

export interface Diaries {
  "diaries": Array<Diary>;
}

export interface Diary {
  "role": string;
  "entries": number;
  "newest": string | null;
}

export interface Diff {
  "old": number;
  "new": number;
  "diff": string;
}

export interface Done {
  "number": number;
  "verb": string;
  "at": string;
  "counts": Record<string, number>;
  "ids"?: Array<string>;
  "notes"?: Array<string>;
}

export interface Edit {
  "text": string;
  "version": number;
  "link"?: boolean;
}

export interface Ended {
  "revoked": boolean;
}

export interface Entries {
  "entries": Array<Entry>;
  "next"?: string | null;
}

export interface Entry {
  "id": string;
  "role": string;
  "text": string;
  "at": string | null;
  "wingId": string;
  "hall": string;
}

export interface Episode {
  "id": string;
  "conversation": string;
  "kind": string;
  "title": string;
  "wings": Array<string>;
  "began": string | null;
  "ended": string | null;
  "turns": number;
  "parts": Record<string, number>;
  "speakers": Array<string>;
  "stepped": number;
  "failed": number;
  "gist": Array<Line>;
  "ids": Array<string>;
  "steps": Array<Step>;
}

export interface Episodes {
  "episodes": Array<Episode>;
  "next"?: string | null;
}

export interface Erasing {
  "dryRun": boolean;
  "counts": Record<string, number>;
  "left": Array<string>;
  "confirm"?: string | null;
}

export interface Fact {
  "id": string;
  "subject": string;
  "predicate": string;
  "object": string;
  "validFrom": string | null;
  "validTo": string | null;
  "recordedAt": string | null;
  "retractedAt": string | null;
  "confidence": number;
  "by": string;
  "asserted": boolean;
  "cite": string;
  "current": boolean;
  "contested": string;
  "supersededBy": string;
  "wings": Array<string>;
}

export interface Facts {
  "facts": Array<Fact>;
}

export interface Faded {
  "id": string;
  "wingId": string;
  "at": string | null;
  "age": number;
  "uses": number;
  "relevance": number;
}

export interface Found {
  "results": Array<HitOf>;
  "searched": number;
  "coverage": number;
  "flags": Array<string>;
}

export interface Given {
  "id": string;
  "wingId": string;
  "name": string;
  "role": "reader" | "writer" | "admin";
  "created": string | null;
  "expires": string | null;
  "state": "waiting" | "accepted" | "ended";
  "via": string;
}

export interface Head {
  "slug": string;
  "title": string;
  "layer": "page" | "source";
  "version": number;
  "id": string;
  "path": string;
  "wingId": string;
  "created": string;
  "changed": string;
  "tags": Array<string>;
  "aliases": Array<string>;
  "url": string;
  "deleted": boolean;
}

export interface Health {
  "status": string;
  "covered": number;
  "pending": number;
  "waiting": number;
}

export interface History {
  "versions": Array<Version>;
}

export interface HitOf {
  "id": string;
  "text": string;
  "score": number;
  "why": Record<string, unknown>;
  "wingId": string;
  "roomId": string;
  "hall": string;
  "at": string | null;
  "source": string;
  "sourceKind": string;
  "conversation": string;
  "title": string;
  "speaker": string;
  "role": string;
  "meta": Record<string, unknown>;
  "also": Array<string>;
  "origin"?: Origin | null;
}

export interface Hub {
  "slug": string;
  "title": string;
  "backlinks": number;
}

export interface Imported {
  "turns": number;
  "known": number;
  "documents": number;
  "drawers": number;
  "wings": Record<string, number>;
  "problems": Array<Trouble>;
  "receipt"?: Done | null;
}

export interface Invalidate {
  "subject": string;
  "predicate": string;
  "object": string;
  "ended"?: string | null;
}

export interface Key {
  "id": string;
  "name": string;
  "scopes": Array<string>;
  "created": string | null;
  "expires": string | null;
  "revoked": string | null;
}

export interface Keys {
  "keys": Array<Key>;
}

export interface Line {
  "id": string;
  "text": string;
  "speaker": string;
  "at": string | null;
}

export interface Links {
  "slug": string;
  "title": string;
  "links": Array<Name>;
  "broken": Array<string>;
  "backlinks": Array<Backlink>;
  "shared": Record<string, Array<string>>;
}

export interface Map {
  "markdown": string;
}

export interface Memories {
  "memories": Array<Memory>;
  "next"?: string | null;
}

export interface Memory {
  "id": string;
  "content": string;
  "wingId": string;
  "roomId": string;
  "hall": string;
  "at"?: string | null;
  "speaker"?: string;
  "role"?: string;
  "source": string;
  "sourceKind": string;
  "conversation": string;
  "title": string;
  "document": string;
  "mediaType": string;
  "meta": Record<string, unknown>;
}

export interface Name {
  "slug": string;
  "title": string;
}

export interface Near {
  "id": string;
  "text": string;
  "at": string | null;
  "speaker": string;
  "kind": string;
  "number": number;
}

export interface Note {
  "slug": string;
  "title": string;
  "layer": "page" | "source";
  "version": number;
  "id": string;
  "path": string;
  "wingId": string;
  "created": string;
  "changed": string;
  "tags": Array<string>;
  "aliases": Array<string>;
  "url": string;
  "deleted": boolean;
  "text": string;
}

export interface NoteSaved {
  "noteId": string;
  "title"?: string;
  "body": string;
  "tags"?: Array<string>;
  "workspaceId": string;
  "workspaceName"?: string;
  "updatedAt": string;
  "relations"?: Array<string>;
}

export interface Notes {
  "notes": Array<Head>;
  "next"?: string | null;
}

export interface On {
  "role": "reader" | "writer" | "admin";
  "name"?: string | null;
  "expires"?: string | null;
}

export interface Origin {
  "share": string;
  "name": string;
  "role": string;
}

export interface Overview {
  "hubs": Array<Hub>;
  "orphans": Array<Name>;
  "broken": Array<Broken>;
}

export interface Problem {
  "type": string;
  "title": string;
  "status": number;
  "detail": string;
  "mend"?: string;
  "request"?: string;
  "errors"?: Array<Wrong>;
}

export interface PromptExecuted {
  "promptId": string;
  "prompt": string;
  "result": string;
  "workspaceId": string;
  "noteId"?: string;
  "taskId"?: string;
  "tags"?: Array<string>;
  "at"?: string | null;
}

export interface Prune {
  "olderThan"?: string;
  "below"?: number;
  "wingId"?: string | null;
  "dryRun"?: boolean;
}

export interface Pruned {
  "dryRun": boolean;
  "pruned": number;
  "faded": Array<Faded>;
  "receipt"?: Done | null;
}

export interface Refined {
  "refined": number;
  "pending": number;
  "covered": number;
}

export interface Related {
  "slug": string;
  "title": string;
  "layer": "page" | "source";
  "score": number;
  "shared": Array<Shared>;
}

export interface RelatedMemories {
  "memories": Array<Near>;
}

export interface RelatedNotes {
  "related": Array<Related>;
}

export interface Rename {
  "name": string;
}

export interface RenameNote {
  "title": string;
  "slug"?: string | null;
}

export interface Renamed {
  "note": Note;
  "rewritten": Array<string>;
}

export interface Restore {
  "version"?: number | null;
}

export interface Room {
  "id": string;
  "memories": number;
  "newest": string | null;
}

export interface Rooms {
  "rooms": Array<Room>;
}

export interface Shared {
  "name": string;
  "here": string;
  "there": string;
}

export interface Shares {
  "given": Array<Given>;
  "taken": Array<camillo__surfaces__http__routes__shares__Taken>;
}

export interface Stated {
  "fact": Fact;
  "known": boolean;
  "ended": Array<Fact>;
  "contradicts": Array<Fact>;
  "receipt": Done | null;
}

export interface Stats {
  "wings": number;
  "rooms": number;
  "memories": number;
  "drawers": number;
  "documents": number;
  "sources": number;
  "bytes": number;
  "covered": number;
  "pending": number;
}

export interface Step {
  "tool": string;
  "call": string;
  "results": Array<string>;
  "outcome": string;
}

export interface Store {
  "wingId": string;
  "roomId": string;
  "hall": string;
  "content": string;
  "sourceNoteId"?: string | null;
}

export interface Trouble {
  "where": string;
  "what": string;
  "mend": string;
}

export interface Version {
  "version": number;
  "verb": string;
  "slug": string;
  "title": string;
  "at": string;
  "id": string;
}

export interface VersionText {
  "version": number;
  "text": string;
}

export interface WakeUp {
  "l0": string;
  "l1": string;
  "l2": string;
  "text": string;
  "totalTokens": number;
  "tokens": Record<string, number>;
  "cites": Array<string>;
  "flags": Array<string>;
}

export interface Watch {
  "url": string;
  "wingId"?: string | null;
  "tags"?: Array<string>;
  "hours"?: number;
}

export interface Watched {
  "url": string;
  "wingId": string;
  "tags": Array<string>;
  "hours": number;
  "by": string;
  "state": "watched" | "waiting";
}

export interface Watchlist {
  "watched": Array<Watched>;
}

export interface Wing {
  "id": string;
  "memories": number;
  "newest": string | null;
  "rooms": Array<Room>;
}

export interface Wings {
  "wings": Array<Wing>;
  "next"?: string | null;
}

export interface Write {
  "text": string;
  "at"?: string | null;
  "wingId"?: string | null;
}

export interface Wrong {
  "where": string;
  "what": string;
}

export interface camillo__surfaces__http__routes__events__Taken {
  "action": string;
  "id": string;
  "wingId": string;
  "rooms": Array<string>;
  "extracted": boolean;
  "waiting": number;
}

export interface camillo__surfaces__http__routes__keys__Made {
  "id": string;
  "name": string;
  "scopes": Array<string>;
  "created": string | null;
  "expires": string | null;
  "revoked": string | null;
  "key": string;
}

export interface camillo__surfaces__http__routes__keys__Make {
  "name": string;
  "scopes": Array<"read" | "write" | "admin">;
  "expires"?: string | null;
}

export interface camillo__surfaces__http__routes__kg__Add {
  "subject": string;
  "predicate": string;
  "object": string;
  "validFrom"?: string | null;
  "validTo"?: string | null;
  "confidence"?: number;
  "cite"?: string | null;
}

export interface camillo__surfaces__http__routes__shares__Add {
  "roomId": string;
  "hall": string;
  "content": string;
}

export interface camillo__surfaces__http__routes__shares__Made {
  "id": string;
  "wingId": string;
  "name": string;
  "role": "reader" | "writer" | "admin";
  "created": string | null;
  "expires": string | null;
  "state": "waiting" | "accepted" | "ended";
  "via": string;
  "code": string;
}

export interface camillo__surfaces__http__routes__shares__Make {
  "role": "reader" | "writer" | "admin";
  "name"?: string | null;
  "expires"?: string | null;
  "wingId": string;
}

export interface camillo__surfaces__http__routes__shares__Taken {
  "id": string;
  "name": string;
  "role": "reader" | "writer" | "admin";
  "accepted": string | null;
  "expires": string | null;
}

export interface Routes {
  "DELETE ": { query?: { dryRun?: boolean; confirm?: string | null }; answer: Erasing };
  "POST /backfill-embeddings": { body?: Backfill | null; answer: Refined };
  "GET /diaries": { answer: Diaries };
  "GET /diaries/{role}": { path: { role: string }; query?: { since?: string | null; until?: string | null; wingId?: string | null; limit?: number; cursor?: string | null }; answer: Entries };
  "POST /diaries/{role}": { path: { role: string }; body: Write; answer: Done };
  "GET /episodes": { query?: { wingId?: string | null; since?: string | null; until?: string | null; limit?: number; cursor?: string | null }; answer: Episodes };
  "GET /episodes/{id}": { path: { id: string }; answer: Episode };
  "POST /events/actions": { body: ActionDone; answer: camillo__surfaces__http__routes__events__Taken };
  "POST /events/notes": { body: NoteSaved; answer: camillo__surfaces__http__routes__events__Taken };
  "POST /events/prompts": { body: PromptExecuted; answer: camillo__surfaces__http__routes__events__Taken };
  "GET /export": { query?: { format?: "texts" | "archive" }; answer: unknown };
  "GET /health": { answer: Health };
  "POST /import": { body: Blob; answer: Imported };
  "GET /keys": { answer: Keys };
  "POST /keys": { body: camillo__surfaces__http__routes__keys__Make; answer: camillo__surfaces__http__routes__keys__Made };
  "DELETE /keys/{id}": { path: { id: string }; answer: Ended };
  "GET /kg/contradictions": { query?: { wingId?: string | null }; answer: Contradictions };
  "GET /kg/entity/{entity}": { path: { entity: string }; query?: { asOf?: string | null; knownAt?: string | null; hops?: number }; answer: Facts };
  "POST /kg/facts": { body: camillo__surfaces__http__routes__kg__Add; answer: Stated };
  "POST /kg/facts/invalidate": { body: Invalidate; answer: Stated };
  "GET /kg/timeline/{entity}": { path: { entity: string }; query?: { knownAt?: string | null }; answer: Facts };
  "GET /memories": { query?: { wingId?: string | null; roomId?: string | null; hall?: string | null; limit?: number; cursor?: string | null }; answer: Memories };
  "POST /memories": { body: Store; answer: Done };
  "DELETE /memories/{id}": { path: { id: string }; query?: { dryRun?: boolean }; answer: Deleted };
  "GET /memories/{id}": { path: { id: string }; answer: Memory };
  "GET /memories/{id}/content": { path: { id: string }; answer: unknown };
  "GET /notes": { query?: { layer?: "page" | "source" | null; wingId?: string | null; tag?: string | null; deleted?: boolean; limit?: number; cursor?: string | null }; answer: Notes };
  "POST /notes": { body: Create; answer: Note };
  "GET /notes/map": { query?: { wingId?: string | null; tokens?: number }; answer: Map };
  "GET /notes/overview": { answer: Overview };
  "DELETE /notes/{note}": { path: { note: string }; answer: Note };
  "GET /notes/{note}": { path: { note: string }; answer: Note };
  "PATCH /notes/{note}": { path: { note: string }; body: RenameNote; answer: Renamed };
  "PUT /notes/{note}": { path: { note: string }; body: Edit; answer: Note };
  "GET /notes/{note}/diff": { path: { note: string }; query: { old: number; new: number }; answer: Diff };
  "GET /notes/{note}/history": { path: { note: string }; answer: History };
  "GET /notes/{note}/links": { path: { note: string }; answer: Links };
  "GET /notes/{note}/memories": { path: { note: string }; query?: { limit?: number }; answer: RelatedMemories };
  "GET /notes/{note}/related": { path: { note: string }; query?: { limit?: number }; answer: RelatedNotes };
  "POST /notes/{note}/restore": { path: { note: string }; body?: Restore | null; answer: Note };
  "GET /notes/{note}/versions/{version}": { path: { note: string; version: number }; answer: VersionText };
  "POST /prune": { body?: Prune | null; answer: Pruned };
  "POST /prune/{number}/undo": { path: { number: number }; answer: Done };
  "GET /search": { query: { q: string; wingId?: string | null; roomId?: string | null; hall?: string | null; limit?: number; since?: string | null; until?: string | null; speaker?: string | null; shared?: boolean }; answer: Found };
  "GET /shares": { answer: Shares };
  "POST /shares": { body: camillo__surfaces__http__routes__shares__Make; answer: camillo__surfaces__http__routes__shares__Made };
  "POST /shares/accept": { body: Code; answer: camillo__surfaces__http__routes__shares__Taken };
  "DELETE /shares/{id}": { path: { id: string }; answer: Ended };
  "POST /shares/{id}/memories": { path: { id: string }; body: camillo__surfaces__http__routes__shares__Add; answer: Done };
  "GET /shares/{id}/memories/{memoryId}": { path: { id: string; memoryId: string }; answer: Memory };
  "GET /shares/{id}/rooms": { path: { id: string }; answer: Rooms };
  "PATCH /shares/{id}/rooms/{roomId}": { path: { id: string; roomId: string }; body: Rename; answer: Done };
  "GET /shares/{id}/search": { path: { id: string }; query: { q: string; roomId?: string | null; hall?: string | null; limit?: number; since?: string | null; until?: string | null; speaker?: string | null }; answer: Found };
  "POST /shares/{id}/shares": { path: { id: string }; body: On; answer: camillo__surfaces__http__routes__shares__Made };
  "GET /stats": { answer: Stats };
  "DELETE /token": { answer: Ended };
  "GET /wake-up/{wingId}": { path: { wingId: string }; query?: { task?: string | null; budget?: number }; answer: WakeUp };
  "DELETE /watchlist": { query: { url: string }; answer: Watched };
  "GET /watchlist": { answer: Watchlist };
  "POST /watchlist": { body: Watch; answer: Watched };
  "POST /watchlist/approve": { body: Approval; answer: Watched };
  "GET /wings": { query?: { limit?: number; cursor?: string | null }; answer: Wings };
  "DELETE /wings/{wingId}": { path: { wingId: string }; query?: { dryRun?: boolean }; answer: Deleted };
  "GET /wings/{wingId}": { path: { wingId: string }; answer: Wing };
  "PATCH /wings/{wingId}": { path: { wingId: string }; body: Rename; answer: Done };
  "GET /wings/{wingId}/rooms": { path: { wingId: string }; answer: Rooms };
  "PATCH /wings/{wingId}/rooms/{roomId}": { path: { wingId: string; roomId: string }; body: Rename; answer: Done };
}
