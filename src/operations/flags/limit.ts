/** How many items to list: one limit and one message for all lists. */
import { z } from "zod";

const max = 1000;
const message = `must be a whole number from 1 to ${max}`;

export const limitInput = z.number(message).int(message).min(1, message).max(max, message);
