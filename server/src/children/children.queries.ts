import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/client'
import { children, submissions } from '../db/schema'

const childColumns = {
  id: children.id,
  parent_id: children.parent_id,
  name: children.name,
  allergies: children.allergies,
  grade: children.grade,
  notes: children.notes,
  created_at: children.created_at,
  updated_at: children.updated_at,
}

export type ChildValues = { name: string; allergies: string | null; notes: string | null }

/** A removed child is gone for the family, whatever the programme still keeps of it. */
const ofParent = (parentId: string) => and(eq(children.parent_id, parentId), isNull(children.deleted_at))

export async function listChildren(db: Queryable, parentId: string, { limit, offset }: Page) {
  const [rows, total] = await Promise.all([
    db
      .select(childColumns)
      .from(children)
      .where(ofParent(parentId))
      .orderBy(desc(children.created_at), desc(children.id))
      .limit(limit)
      .offset(offset),
    db.$count(children, ofParent(parentId)),
  ])
  return { rows, total }
}

type Page = { limit: number; offset: number }

/** Locked against removal until the caller's transaction ends. */
export async function findChildForRegistration(tx: Tx, parentId: string, childId: string) {
  const [child] = await tx
    .select(childColumns)
    .from(children)
    .where(and(eq(children.id, childId), ofParent(parentId)))
    .for('share')
  return child ?? null
}

export async function createChild(tx: Tx, parentId: string, values: ChildValues) {
  const [child] = await tx
    .insert(children)
    .values({ ...values, parent_id: parentId })
    .returning(childColumns)
  if (!child) throw new Error('The child was not stored')
  return child
}

export async function updateChild(tx: Tx, parentId: string, childId: string, values: ChildValues) {
  const [child] = await tx
    .update(children)
    .set({ ...values, updated_at: sql`now()` })
    .where(and(eq(children.id, childId), ofParent(parentId)))
    .returning(childColumns)
  return child ?? null
}

/**
 * Without submissions the row goes. With submissions the child disappears for the family and its notes are erased;
 * name and allergies stay for attendance and billing until no registered day lies ahead.
 */
export async function removeChild(tx: Tx, parentId: string, childId: string, removedAt: string) {
  const [child] = await tx
    .select({ id: children.id, name: children.name })
    .from(children)
    .where(and(eq(children.id, childId), ofParent(parentId)))
    .for('update')
  if (!child) return null
  const isKept = (await tx.$count(submissions, eq(submissions.child_id, childId))) > 0
  if (isKept) {
    await tx
      .update(children)
      .set({ deleted_at: removedAt, notes: null, updated_at: removedAt })
      .where(eq(children.id, childId))
  } else {
    await tx.delete(children).where(eq(children.id, childId))
  }
  return { ...child, isKept }
}
